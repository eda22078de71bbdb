import type { Facts } from './facts.ts'

/** The frame of all images of translated shares. */
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
  /** Color of everything without its own (default: black). */
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
