/** Shows the message of index.html that the page cannot start. */
export function showStartFailure(): void {
  document.getElementById('startup-failure')?.removeAttribute('hidden')
}
