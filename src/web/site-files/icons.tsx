/** The sign of gitglot, dark on light and light on dark. */
export function iconSvg(): string {
  const icon = (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 20 20" width={64} height={64}>
      <title>gitglot</title>
      <rect x={-2} y={-2} width={20} height={20} rx={3} fill="#fcfcfb" />
      <path d="M0 0h7v7H0zM9 0h7v7H9zM0 9h7v7H0z" fill="#16191b" />
      <path d="M9.75 9.75h5.5v5.5h-5.5z" fill="none" stroke="#16191b" stroke-width="1.5" />
    </svg>
  )
  return String(icon)
}

/** What browsers show of the site where it is kept as an app. */
export function manifestText(name: string): string {
  return JSON.stringify({
    name,
    short_name: name,
    start_url: './',
    display: 'browser',
    background_color: '#fcfcfb',
    theme_color: '#16191b',
    icons: [{ src: './favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  })
}
