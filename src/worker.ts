import { serveWork } from './engine/serve-work.ts'
import { works } from './works.ts'

serveWork(works)
