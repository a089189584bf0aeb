/** Moves the focus to the page after the button that had it is gone. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
