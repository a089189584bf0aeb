/** Moves the focus to the main content. Called after a button with the focus was removed. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
