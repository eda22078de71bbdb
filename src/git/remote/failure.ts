import { withoutCredentials } from '../../address.ts'

/** One line saying what failed and where, from the (redacted) message of git or isomorphic-git. */
export function explainFailure({ url, message }: { url: string; message: string }): string {
  const where = withoutCredentials(url)
  if (/ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/i.test(message)) {
    return `${where}: no space left on the disk of the data folder`
  }
  if (
    /HTTP Error: 401|terminal prompts disabled|Authentication failed|could not read (Username|Password)/.test(
      message,
    )
  ) {
    return `${where}: the remote asks for credentials, or does not accept those that it got`
  }
  const lines = message
    .split('\n')
    .map((line) => line.replace(/^(fatal|error|remote): */i, '').trim())
    .filter(
      (line) => line !== '' && !/^(Please make sure you have|and the repository exists)/.test(line),
    )
  return `${where}: ${lines.slice(0, 4).join('; ') || 'cannot be reached'}`
}
