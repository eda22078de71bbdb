import { Facts } from '../components/facts.tsx'

const KEYS = [
  ['j', 'open the next string'],
  ['k', 'open the previous string'],
  ['n', 'open the next string that fails, needs editing or is untranslated'],
  ['/', 'search'],
  ['r', 'open the line in the repository'],
  ['c', 'copy a link to this string'],
  ['?', 'show this list'],
] as const

/** Explains keyboard shortcuts and offers a switch to turn them off. */
export function Keys() {
  return (
    <>
      <p class="js-on">
        <button type="button" data-dialog="keys">
          Keyboard shortcuts
        </button>
      </p>
      <dialog id="keys" aria-labelledby="keys-h">
        <h2 id="keys-h">Keyboard shortcuts</h2>
        <Facts facts={KEYS.map(([key, what]) => [<kbd>{key}</kbd>, what])} />
        <form method="dialog">
          <p>
            <label>
              <input type="checkbox" id="keys-on" checked /> Use single keys as shortcuts
            </label>
          </p>
          <p>
            <button type="submit">Close</button>
          </p>
        </form>
      </dialog>
    </>
  )
}
