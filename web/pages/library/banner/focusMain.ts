/** Moves the focus to the main content. For buttons that had the focus and were removed. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
