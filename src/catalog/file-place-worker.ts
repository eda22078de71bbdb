import type { Place } from '../text.ts'
import { type PlacedFile, readPlaces } from './file-places.ts'

/** What a worker thread looks for, and where. */
export interface PlaceWork {
  readonly file: PlacedFile
  readonly id: string
}

/** The place of an entry in a file. Throws ParseError. */
export default function placeInThread({ file, id }: PlaceWork): Place | undefined {
  return readPlaces(file).get(id)
}
