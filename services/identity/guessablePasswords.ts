import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/**
 * The lowest score that is accepted. It stands for at least 10^8 guesses, which the library calls safe even if nothing
 * slows the guesses down.
 */
const leastScore = 3

/**
 * How many characters of a password are rated. Rating 32 characters takes less than 10 ms, but 200 take up to 0.9 s.
 */
const ratedLength = 32

let rater: Promise<ZxcvbnFactory> | undefined

/**
 * True if the password is easy to guess: if it consists of passwords from breaches, keyboard patterns, sequences, dates
 * or repetitions. These are also recognized in capital letters, reversed, or with digits or signs instead of letters.
 * @param related words that are known about the customer, such as the name: attackers try them first
 */
export async function isGuessable(password: string, related: readonly string[]): Promise<boolean> {
  rater ??= loadRater()
  return (await rater).check(password.normalize('NFKC'), [...related]).score < leastScore
}

/** Takes 0.1 s and 17 MB for 49,000 passwords, so it is done at the first registration of the process. */
async function loadRater(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: ratedLength,
    // Limits the time for passwords with many digits and signs. The default is 100.
    l33tMaxSubstitutions: 10,
  })
}
