/** A page younger than this (ms) is not reloaded: during a roll-out, servers have different releases. */
const minimumAge = 10_000

/**
 * Reloads the page if a newer release is there: the error may come from code or persisted documents that the servers no
 * longer have. Nothing is lost: the address names the page, and uploads survive a reload.
 */
export async function reloadIfReleased(): Promise<void> {
  if (performance.now() < minimumAge) return
  const response = await fetch('/', { cache: 'no-store' }).catch(() => null)
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src')
  // Without an answer, the network has failed, and a later retry can load the code.
  if (response?.ok && script && !(await response.text()).includes(`"${script}"`)) location.reload()
}
