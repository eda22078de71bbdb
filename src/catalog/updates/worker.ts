import type { MessagePort } from 'node:worker_threads'
import { openRepository } from '../../git/open.ts'
import type { Repository } from '../../git/repository.ts'
import { openStore, type Store, type StoredValues } from '../../storage/store.ts'
import type { StepProgress } from '../history/derive.ts'
import { createLibrary, type Library } from '../reading/library.ts'
import { type DeriveTask, derive } from './derive-task.ts'
import { type ReadTask, read } from './read-task.ts'
import type { Workshop } from './workshop.ts'

// Runs in a worker thread: what is found is posted to the thread that writes it to the store.

/** What a thread does. */
export type WorkerTask = ReadTask | DeriveTask

/** A task, and where to post what is found. */
export interface PostedTask {
  readonly task: WorkerTask
  readonly port: MessagePort
}

/** What was found since the last post, and how far the task is. */
export interface PostedFindings {
  readonly values: StoredValues
  readonly progress: StepProgress | undefined
}

const POST_MS = 100

/** Does a task and closes the port. What cannot be read is left to who asks: it finds out at once. */
export default async function work({ task, port }: PostedTask): Promise<void> {
  const { store, library } = open(task.folder)
  let progress: StepProgress | undefined
  function post(): void {
    const values = store.take()
    const findings: PostedFindings = { values, progress }
    port.postMessage(findings, [values.bytes.buffer])
  }
  let posted = performance.now()
  const workshop: Workshop = {
    store,
    library,
    repositoryAt,
    run(steps) {
      for (;;) {
        const step = steps.next()
        if (step.done) return step.value
        if (performance.now() < posted + POST_MS) continue
        if (Array.isArray(step.value)) progress = step.value as unknown as StepProgress
        post()
        posted = performance.now()
      }
    },
  }
  try {
    if ('derivation' in task) await derive(task, workshop)
    else read(task, workshop)
  } finally {
    post()
    port.close()
  }
}

/** Of columns: of a project's translations, each is looked at once or twice. */
const MAX_LIBRARY_BYTES = 8 << 20
let opened: { folder: string; store: Store; library: Library } | undefined

function open(folder: string): { store: Store; library: Library } {
  if (opened?.folder !== folder) {
    void opened?.store.close()
    const store = openStore({ path: folder, collects: true })
    opened = { folder, store, library: createLibrary({ maxBytes: MAX_LIBRARY_BYTES, store }) }
  }
  return opened
}

const MAX_REPOSITORIES = 16
const repositories = new Map<string, Repository>()

function repositoryAt({
  gitDir,
  maxObjectBytes,
}: Parameters<Workshop['repositoryAt']>[0]): Repository {
  let repository = repositories.get(gitDir)
  repositories.delete(gitDir)
  repository ??= openRepository({ path: gitDir, maxObjectBytes })
  repositories.set(gitDir, repository)
  const [oldest = ''] = repositories.keys()
  if (repositories.size > MAX_REPOSITORIES) {
    repositories.get(oldest)?.close()
    repositories.delete(oldest)
  }
  return repository
}
