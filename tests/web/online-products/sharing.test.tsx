import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { renderApp } from '../support/renderApp.tsx'
import { type App, answerOf, book, bookQuery, link, messages, openBook, published } from './bookKit.ts'

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const email = () => screen.getByLabelText('E-mail address of the recipient')
const message = () => screen.getByLabelText('Personal message (optional)')
const send = (app: App) => app.user.click(screen.getByRole('button', { name: 'Send the link' }))
const shared = (...links: readonly object[]) => ({
  shareWidget: { __typename: 'ShareWidgetSuccess', widget: book(1, { links }) },
})
const part = (name: string) => within(screen.getByRole('region', { name }))

describe('the page of a book', () => {
  test('shows the book, and links to its order and to the list', async () => {
    await openBook(book(1))
    expect(screen.getByRole('link', { name: 'Order KS10000001' }).getAttribute('href')).toBe('/orders/KS10000001')
    const trail = within(screen.getByRole('navigation', { name: 'You are here' }))
    expect(trail.getByRole('link').getAttribute('href')).toBe('/online-products')
  })

  test('says that there is no such book', async () => {
    const app = renderApp('/online-products/KS10000001-9')
    await app.answer(bookQuery, answerOf(null))
    expect(await screen.findByRole('heading', { name: 'Book not found' })).toBeDefined()
    expect(screen.queryByLabelText('Your name')).toBeNull()
  })

  test('says that it cannot be shown; the retry works', async () => {
    const app = renderApp('/online-products/KS10000001-1')
    await app.fail(bookQuery)
    expect((await screen.findByRole('alert')).textContent).toContain('Unable to display this book.')
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer(bookQuery, answerOf(book(1)))
    expect(await screen.findByRole('heading', { name: 'Book 1' })).toBeDefined()
  })

  test('offers nothing to share for a blocked book, and brings a deleted one back', async () => {
    const app = await openBook(book(1, { state: 'BLOCKED', coverUrl: null, ownerUrl: null }))
    expect(screen.getByText(/The order of this book is blocked/)).toBeDefined()
    expect(screen.queryByLabelText('Your name')).toBeNull()
    fireEvent(window, new Event('focus'))
    const until = '2026-04-05T12:00:00Z'
    await app.answer(bookQuery, answerOf(book(1, { state: 'DELETED', coverUrl: null, restorableUntil: until })))
    expect(screen.getByText(/until 5 April 2026/)).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Bring the book back' }))
    await app.answer('restoreBookMutation', { createWidget: { __typename: 'CreateWidgetSuccess', widget: book(1) } })
    expect(screen.getByLabelText('Your name')).toBeDefined()
    expect(messages()).toEqual(['Book 1 is back'])
  })
})

describe('sending a link by e-mail', () => {
  test('sends the texts, says what happens, and keeps name and message for the next recipient', async () => {
    const app = await openBook(book(1))
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Anna Berg')
    await app.user.type(email(), ' ben@example.com ')
    await app.user.type(message(), 'Look!')
    expect(screen.getByText('5 of 2,000 characters')).toBeDefined()
    await send(app)
    expect((await app.asked('useShareBookMutation')).request.variables.input).toEqual({
      widgetId: 'book-1',
      senderName: 'Anna Berg',
      recipientEmail: 'ben@example.com',
      message: 'Look!',
      channel: app.session.config.channel,
      locale: 'en-GB',
    })
    const sending = link(1, { recipientEmail: 'ben@example.com', state: 'SENDING' })
    await app.answer('useShareBookMutation', shared(sending))
    expect(screen.getByText(/^The link for ben@example\.com is being sent\./)).toBeDefined()
    expect(
      [email(), message()].map((field) => field instanceof HTMLElement && 'value' in field && field.value),
    ).toEqual(['', 'Look!'])
    expect(document.activeElement).toBe(email())
    expect(part('Who has a link').getByText('We’re sending the e-mail.')).toBeDefined()
  })

  test('follows the mail until it is sent, or will not be sent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const app = await openBook(book(1, { links: [link(1, { state: 'SENDING' })] }))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const stopped = link(1, { state: 'NOT_SENT', notSentReason: 'STOPPED_BY_RECIPIENT' })
    await app.answer(bookQuery, answerOf(book(1, { links: [stopped] })))
    expect(screen.getByText(/^Not sent: this person doesn’t want these e-mails\./)).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(app.pending(bookQuery)).toEqual([])
  })

  test.each([
    ['', ''],
    ['ben@', 'Enter an e-mail address such as name@example.com.'],
    ['ben@example.com, eve@example.com', 'Enter an e-mail address such as name@example.com.'],
  ])('asks for one whole address, and sends nothing: %s', async (typed, problem) => {
    const app = await openBook(book(1))
    if (typed) await app.user.type(email(), typed)
    await send(app)
    expect(email().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email())
    if (typed) expect(screen.getByText(problem)).toBeDefined()
    expect(app.pending('useShareBookMutation')).toEqual([])
  })

  test.each([
    [{ __typename: 'InvalidRecipient' }, /^Enter an e-mail address/],
    [{ __typename: 'TooManyRecipients' }, /^This book has the maximum number of recipients/],
    [{ __typename: 'TooManyMails', retryAt: '2026-03-05T12:30:00Z' }, /You can send the next one from 5 Mar 2026/],
    [{ __typename: 'TooManyMails', retryAt: null }, /Please try again later/],
    [{ __typename: 'WidgetBlocked' }, /^The order of this book is blocked/],
    [{ __typename: 'WidgetNotReady' }, /^We are preparing this book/],
    [{ __typename: 'WidgetNotFound' }, /^It doesn’t exist/],
    [{ __typename: '%future added value' }, /^We don’t know whether the e-mail was sent/],
  ])('says why nothing was sent, and keeps what was typed: %o', async (result, reason) => {
    const app = await openBook(book(1))
    await app.user.type(email(), 'ben@example.com')
    await send(app)
    await app.answer('useShareBookMutation', { shareWidget: result })
    expect(screen.getByText(reason)).toBeDefined()
    expect(email()).toHaveProperty('value', 'ben@example.com')
  })

  test('offers to confirm the sender’s own address first', async () => {
    const app = await openBook(book(1))
    await app.user.type(email(), 'ben@example.com')
    await send(app)
    await app.answer('useShareBookMutation', { shareWidget: { __typename: 'SenderNotConfirmed' } })
    const alert = within(screen.getByRole('region', { name: 'Send by e-mail' })).getAllByRole('alert')[0]
    if (!alert) throw new Error('There is no alert.')
    expect(alert.textContent).toContain('Confirm your own address anna@example.com first.')
    await app.user.click(within(alert).getByRole('button'))
    await app.answer('useSendConfirmationMailMutation', {
      sendConfirmationMail: { __typename: 'SendConfirmationMailSuccess', email: 'anna@example.com' },
    })
    expect(within(alert).getByText(/anna@example\.com/, { selector: 'output' })).toBeDefined()
  })

  test('keeps what was typed after a lost connection, and says that the mail may have been sent', async () => {
    const app = await openBook(book(1))
    await app.user.type(email(), 'ben@example.com')
    await send(app)
    await app.fail('useShareBookMutation')
    expect(screen.getByText(/^We don’t know whether the e-mail was sent\./)).toBeDefined()
    expect(email()).toHaveProperty('value', 'ben@example.com')
  })

  test('previews the mail in a sandboxed frame, and says when the preview is outdated', async () => {
    const app = await openBook(book(1))
    await app.user.click(screen.getByRole('button', { name: 'Preview e-mail' }))
    const html =
      '<html><body style="x"><p style="color:red">Hi</p><a href="https://a.test">Go</a><script>1</script></body></html>'
    await app.answer('usePreviewMailMutation', {
      previewWidgetMail: { __typename: 'PreviewWidgetMailSuccess', subject: 'A book', html },
    })
    const frame = screen.getByTitle('Preview of the e-mail')
    expect(frame.getAttribute('sandbox')).toBe('')
    const page = frame.getAttribute('srcdoc')
    expect(page).toContain('<p>Hi</p><a>Go</a></body>')
    expect(page).toMatch(/<link rel="stylesheet" href="[^"]+"><\/head>/)
    expect(screen.getByText('Subject: A book')).toBeDefined()
    await app.user.type(message(), 'More')
    expect(screen.getByText('The preview does not show your last changes.')).toBeDefined()
  })
})

describe('the recipients of a book', () => {
  test('are listed with the state of their mail, without ended links', async () => {
    await openBook(
      book(1, {
        links: [
          link(1, { viewCount: 2 }),
          link(2, { state: 'EXPIRED' }),
          link(3, { state: 'ENDED' }),
          link(4, { kind: 'PUBLIC', state: 'ACTIVE' }),
        ],
      }),
    )
    const texts = part('Who has a link')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(texts).toHaveLength(2)
    expect(texts[0]).toMatch(/^reader1@example\.comSent on 05 Mar 2026 · works until 03 Jun 2026Opened 2 times/)
    expect(texts[1]).toMatch(/^reader2@example\.comExpired on 03 Jun 2026\. Send it again to renew it\./)
  })

  test('lose their link only after the customer confirms', async () => {
    const app = await openBook(book(1, { links: [link(1), link(2)] }))
    await app.user.click(screen.getByRole('button', { name: 'End the link reader1@example.com' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'End the link of reader1@example.com?' }))
    expect(dialog.getByText(/cannot come back/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'End the link' }))
    expect((await app.asked('endLinkMutation')).request.variables.input).toEqual({ linkId: 'link-1' })
    await app.fail('endLinkMutation')
    expect(dialog.getByText('Unable to end the link. Please try again')).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'End the link' }))
    await app.answer('endLinkMutation', { endWidgetLink: { __typename: 'EndWidgetLinkSuccess', widget: null } })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(part('Who has a link').getAllByRole('listitem')).toHaveLength(1)
    expect(messages()).toEqual(['The link of reader1@example.com has ended'])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Who has a link'))
  })

  test('can get the link again: a button puts their e-mail address into the form', async () => {
    const app = await openBook(book(1, { links: [link(1, { state: 'EXPIRED' })] }))
    await app.user.click(screen.getByRole('button', { name: 'Send again reader1@example.com' }))
    expect(email()).toHaveProperty('value', 'reader1@example.com')
    expect(document.activeElement).toBe(email())
  })
})

const publicPart = () => part('Public link and embedding')

describe('the public link of a book', () => {
  const active = link(9, { kind: 'PUBLIC', state: 'ACTIVE', recipientEmail: null, viewCount: 1 })

  test('gets the focus if the URL names it, and can be created, copied and ended', async () => {
    const app = await openBook(book(1), null, '#public-link')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Public link and embedding'))
    await app.user.click(publicPart().getByRole('button', { name: 'Create a public link' }))
    const widget = book(1, { ...published, links: [active] })
    await app.answer('createPublicLinkMutation', {
      createPublicWidgetLink: { __typename: 'CreatePublicWidgetLinkSuccess', widget },
    })
    expect(publicPart().getByLabelText<HTMLInputElement>('Link to the book').value).toBe(published.publicUrl)
    expect(publicPart().getByLabelText<HTMLInputElement>('Code for a website').value).toBe(published.embedCode)
    expect(publicPart().getByText('Opened once')).toBeDefined()
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
    await app.user.click(publicPart().getByRole('button', { name: 'Copy the link' }))
    await waitFor(() => expect(messages()).toEqual(['Link copied']))
    expect(copied).toHaveBeenCalledWith(published.publicUrl)
    await app.user.click(publicPart().getByRole('button', { name: 'End the public link' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'End the public link?' }))
    await app.user.click(dialog.getByRole('button', { name: 'End the link' }))
    await app.answer('endLinkMutation', {
      endWidgetLink: {
        __typename: 'EndWidgetLinkSuccess',
        widget: book(1, { links: [{ ...active, state: 'ENDED' }] }),
      },
    })
    expect(await screen.findByRole('button', { name: 'Create a public link' })).toBeDefined()
  })

  test.each([
    [{ __typename: 'WidgetBlocked' }, /^The order of this book is blocked/],
    [{ __typename: '%future added value' }, /^The link could not be created/],
  ])('says why it was not created: %o', async (result, reason) => {
    const app = await openBook(book(1), null)
    await app.user.click(publicPart().getByRole('button', { name: 'Create a public link' }))
    await app.answer('createPublicLinkMutation', { createPublicWidgetLink: result })
    expect(publicPart().getByText(reason)).toBeDefined()
  })
})
