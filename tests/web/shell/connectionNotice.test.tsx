import { use } from 'react'
import { act, render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { QuerySection } from '../../../web/shared/QuerySection.tsx'
import { ConnectionNotice } from '../../../web/shell/ConnectionNotice.tsx'

const slow = 'This is taking longer than usual.'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The query of a section of the page. The test answers it. */
interface SectionQuery {
  readonly answer: PromiseWithResolvers<string>
  readonly query: { readonly loaded: unknown; readonly retry: () => void }
}

function startQuery(): SectionQuery {
  return { answer: Promise.withResolvers<string>(), query: { loaded: null, retry: () => undefined } }
}

function Content({ answer }: Pick<SectionQuery, 'answer'>) {
  return use(answer.promise)
}

function page(sections: readonly SectionQuery[], hasNotice = true) {
  return (
    <IntlProvider locale="en-GB" messages={messages}>
      {sections.map(({ answer, query }, index) => (
        // The sections of a test are never moved.
        // eslint-disable-next-line react/no-array-index-key
        <QuerySection key={index} query={query} failure="Failed" skeleton="Skeleton">
          <Content answer={answer} />
        </QuerySection>
      ))}
      {hasNotice && <ConnectionNotice />}
    </IntlProvider>
  )
}

/** Renders a page, and waits until its skeletons are shown. */
async function show(...parts: Parameters<typeof page>): Promise<(...parts: Parameters<typeof page>) => Promise<void>> {
  const view = await act(async () => render(page(...parts)))
  return (...next) => act(async () => view.rerender(page(...next)))
}

async function pass(milliseconds: number): Promise<void> {
  await act(async () => vi.advanceTimersByTime(milliseconds))
}

const noticeText = () => screen.getByRole('status').textContent

describe('a section whose answer takes long', () => {
  test('is mentioned after 5 s, in a live region that already exists, until the answer arrives', async () => {
    const section = startQuery()
    await show([section])
    const region = screen.getByRole('status')
    await pass(4_999)
    expect(noticeText()).toBe('')
    await pass(1)
    expect(region.textContent).toBe(slow)
    await act(async () => section.answer.resolve('Photos'))
    expect(screen.getByText('Photos')).toBeTruthy()
    expect(noticeText()).toBe('')
  })

  test('is no longer mentioned when it has failed', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const section = startQuery()
    await show([section])
    await pass(5_000)
    expect(noticeText()).toBe(slow)
    await act(async () => section.answer.reject(new Error('no answer in time')))
    expect(screen.getByRole('alert').textContent).toContain('Failed')
    expect(noticeText()).toBe('')
  })

  test('is not mentioned when it was answered in time', async () => {
    const section = startQuery()
    await show([section])
    await pass(3_000)
    await act(async () => section.answer.resolve('Photos'))
    await pass(3_000)
    expect(noticeText()).toBe('')
  })

  test('is mentioned after its own 5 s, even if an earlier section was mentioned before', async () => {
    const [early, late] = [startQuery(), startQuery()]
    const change = await show([early])
    await pass(3_000)
    await change([early, late])
    await pass(2_000)
    expect(noticeText()).toBe(slow)
    await act(async () => early.answer.resolve('Photos'))
    expect(noticeText()).toBe('')
    await pass(2_999)
    expect(noticeText()).toBe('')
    await pass(1)
    expect(noticeText()).toBe(slow)
  })

  test('is announced even if the code of the notice arrives later', async () => {
    const section = startQuery()
    const change = await show([section], false)
    await pass(8_000)
    await change([section])
    expect(noticeText()).toBe('')
    await pass(0)
    expect(noticeText()).toBe(slow)
  })

  test('gives way to the notice that the browser is offline', async () => {
    await show([startQuery()])
    await pass(5_000)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await act(async () => window.dispatchEvent(new Event('offline')))
    expect(noticeText()).toBe('You are offline. What you see may not be up to date.')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await act(async () => window.dispatchEvent(new Event('online')))
  })
})
