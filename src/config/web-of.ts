import { checkWeb } from './checks.ts'

/**
 * The web page of a repository, which most hosts have at its https address without user and `.git`; undefined for a path
 * and for an address of a machine that is not on the network.
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
