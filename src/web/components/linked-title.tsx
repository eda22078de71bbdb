import type { Child } from 'hono/jsx'

/** Shows the heading of a section with a link to the page that has more. */
export function linkedTitle(title: string, address: string, text: Child, id?: string) {
  return (
    <div class="bar-h">
      <h2 id={id}>{title}</h2>
      <a href={address} class="small">
        {text}
      </a>
    </div>
  )
}
