/** A page younger than this, in milliseconds, stays: while a release is rolled out, servers may differ for a while. */
const leastAge = 10_000

/**
 * Loads the page again where a part of its code cannot be had because there is a newer release: of the old one servers
 * have nothing. The address says what is shown, and uploads survive it. Returns what ends that.
 */
export function followReleases(): () => void {
  const listener = () => {
    if (performance.now() > leastAge) void reloadIfReleased()
  }
  addEventListener('vite:preloadError', listener)
  return () => removeEventListener('vite:preloadError', listener)
}

async function reloadIfReleased(): Promise<void> {
  const response = await fetch('/', { cache: 'no-store' }).catch(() => null)
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src')
  // Without an answer it is the network that fails: whoever tries again later has the code then.
  if (response?.ok && script && !(await response.text()).includes(`"${script}"`)) location.reload()
}
