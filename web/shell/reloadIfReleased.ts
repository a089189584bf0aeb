/** A page younger than this, in milliseconds, stays: while a release is rolled out, servers may differ for a while. */
const leastAge = 10_000

/**
 * Loads the page again where there is a newer release: what went wrong may be that servers have nothing of the old one,
 * neither its code nor what it asks for. The address says what is shown, and uploads survive it.
 */
export async function reloadIfReleased(): Promise<void> {
  if (performance.now() < leastAge) return
  const response = await fetch('/', { cache: 'no-store' }).catch(() => null)
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src')
  // Without an answer it is the network that fails: whoever tries again later has the code then.
  if (response?.ok && script && !(await response.text()).includes(`"${script}"`)) location.reload()
}
