import { z } from 'zod'

/**
 * Text of 1 to `longest` characters that every column can store: JSON columns refuse NUL and lone surrogates. Other
 * control characters are refused as well.
 */
export function plainText(longest: number) {
  return z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'contains control characters or lone surrogates')
}

/**
 * Like `plainText`, for text that a person has typed: white space becomes single spaces, and lone surrogates are
 * replaced. Other control characters are refused.
 */
export function typedText(longest: number) {
  return z
    .string()
    .transform((value) => value.toWellFormed().replaceAll(/\s+/g, ' ').trim())
    .pipe(plainText(longest))
}
