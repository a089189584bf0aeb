import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageBar } from '../../../web/pages/library/page-bar/PageBar.tsx'
import { PageBarScope } from '../../../web/pages/library/page-bar/PageBarScope.tsx'
import { useIsNarrow } from '../../../web/pages/library/page-bar/useIsNarrow.ts'
import { useMarkFirstView } from '../../../web/shared/firstView.ts'
import { soon } from '../support/soon.ts'

/** An observed element, and the function that reports a change of it to the observer. */
interface Observing {
  readonly element: Element
  readonly report: (entry: object) => void
}

let intersections: Observing[]
let resizes: Observing[]
/** The width of the bar's content, in pixels. */
let width: number

function observer(observed: () => Observing[]) {
  return class {
    readonly #report: (entries: object[]) => void
    constructor(report: (entries: object[]) => void) {
      this.#report = report
    }
    observe(element: Element) {
      observed().push({ element, report: (entry) => this.#report([entry]) })
    }
    disconnect() {
      observed().length = 0
    }
  }
}

beforeEach(() => {
  intersections = []
  resizes = []
  width = 800
  const intersection = observer(() => intersections)
  const resize = observer(() => resizes)
  vi.stubGlobal('IntersectionObserver', intersection)
  vi.stubGlobal('ResizeObserver', resize)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, width, 64))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.documentElement.style.fontSize = ''
})

function Below() {
  useMarkFirstView(true)
  return <p>{useIsNarrow() ? 'narrow' : 'wide'}</p>
}

function show() {
  return render(
    <PageBarScope>
      <PageBar title={<h1>Photos</h1>} />
      <Below />
    </PageBarScope>,
  )
}

describe('the bar of a page', () => {
  test('is marked while content is behind it', async () => {
    show()
    await vi.waitFor(() => expect(intersections).toHaveLength(1), soon)
    const bar = document.querySelector('[data-page-bar]')
    // The observed element is above the bar, and leaves the window first.
    expect(intersections[0]?.element.compareDocumentPosition(bar ?? document)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    intersections[0]?.report({ isIntersecting: false })
    expect(bar?.hasAttribute('data-scrolled')).toBe(true)
    intersections[0]?.report({ isIntersecting: true })
    expect(bar?.hasAttribute('data-scrolled')).toBe(false)
  })

  test.each([
    [640, '16px', 'wide'],
    [639, '16px', 'narrow'],
    [1_279, '32px', 'narrow'],
    [1_280, '32px', 'wide'],
  ])('with %d px for its content and text of %s is %s', (pixels, fontSize, name) => {
    width = pixels
    document.documentElement.style.fontSize = fontSize
    show()
    expect(screen.getByText(name)).toBeTruthy()
  })

  test('follows the width of the window', () => {
    const { unmount } = show()
    expect(screen.getByText('wide')).toBeTruthy()
    width = 390
    act(() => resizes[0]?.report({}))
    expect(screen.getByText('narrow')).toBeTruthy()
    unmount()
    expect(resizes).toEqual([])
  })
})
