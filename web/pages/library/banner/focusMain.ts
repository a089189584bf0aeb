/** The button that had focus is gone: whoever uses the keyboard goes on with the page. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
