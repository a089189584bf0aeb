/** How long (ms) to wait for the dialog to close. */
const timeoutMilliseconds = 3_000
/** For this many frames, the dialog may still return the focus to the element that opened it. */
const lastFrames = 5

/**
 * Sets the focus after a dialog has closed and the element that opened it is no longer there.
 * @param find finds the element that takes the focus
 */
export function focusAfterDialog(find: () => HTMLElement | null): void {
  const end = performance.now() + timeoutMilliseconds
  let framesNowhere = 0
  const again = () => {
    const active = document.activeElement
    // The dialog itself moves a lost focus to the content of the page.
    const isNowhere = active === null || active === document.body || active.id === 'main'
    if (isNowhere) framesNowhere += 1
    if (framesNowhere > lastFrames) find()?.focus()
    else if ((isNowhere || isInDialog(active)) && performance.now() < end) requestAnimationFrame(again)
  }
  requestAnimationFrame(again)
}

function isInDialog(element: Element): boolean {
  return element.closest('[role=dialog], [role=alertdialog]') !== null
}
