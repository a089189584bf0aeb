/** A page that is still there this long after it was about to be left is not being left. */
const leavingMilliseconds = 3_000

let askedToLeave = Number.NEGATIVE_INFINITY
addEventListener('beforeunload', () => {
  askedToLeave = performance.now()
})

/** Resolves unless the page is being left: what it begins in its last moments comes to nothing. */
export async function untilStaying(): Promise<void> {
  for (;;) {
    const rest = askedToLeave + leavingMilliseconds - performance.now()
    if (rest <= 0) return
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
}
