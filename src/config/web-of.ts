import { checkWeb } from './checks.ts'

/**
 * Returns the web page of a repository, which most hosts serve at its https address without user and `.git`. Returns
 * undefined for a path, and for the address of a machine outside the network.
 */
export function webOf(address: string): string | undefined {
  const [, host = '', path = ''] =
    /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/]+)\/+(.+)$/i.exec(address) ??
    /^(?:[^/@]+@)?([^/:]{2,}):(?!\/\/)\/?(.+)$/.exec(address) ??
    []
  const isHttp = /^http:/i.test(address)
  const web = `${isHttp ? 'http' : 'https'}://${host}/${path.replace(/\/+$/, '').replace(/\.git$/, '')}`
  return host !== '' && checkWeb(web) === undefined ? web : undefined
}
