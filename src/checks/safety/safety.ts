import type { Check } from '../check.ts'
import { bidiControl } from './bidi-control.ts'
import { mixedScript } from './mixed-script.ts'
import { newLink } from './new-link.ts'
import { unsafeMarkup } from './unsafe-markup.ts'

/** gitglot's own checks of what a translation must not introduce. */
export const safetyChecks: readonly Check[] = [unsafeMarkup, newLink, bidiControl, mixedScript]
