import type { Facts } from './facts.ts'

/** A picture of how far languages are translated. */
export function Picture({
  width,
  height,
  facts: { name },
  fontSize,
  fill,
  children,
}: {
  readonly width: number
  readonly height: number
  readonly facts: Facts
  readonly fontSize: number
  /** Of all that has no other one (default: black). */
  readonly fill?: string
  readonly children?: unknown
}) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      xml:lang="en"
      font-family="DejaVu Sans,Verdana,Geneva,sans-serif"
      font-size={fontSize}
      fill={fill}
    >
      <title>{name}: translated, by language</title>
      {children}
    </svg>
  )
}
