import type { ReactNode } from 'react'
import { render, screen, waitFor } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { expect, test } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { MessagePage } from '../../../web/ui/MessagePage.tsx'

function show(page: ReactNode): HTMLElement {
  const { container } = render(
    <IntlProvider locale="en-GB" messages={messages}>
      {page}
    </IntlProvider>,
  )
  return container
}

test.each([undefined, false, ''])('a message without a text (%s) has only its heading', (text) => {
  const page = show(
    <MessagePage topic="missing" title="Gone" correlationId="">
      {text}
    </MessagePage>,
  )
  expect(page.querySelector('p')).toBeNull()
  expect(page.textContent).toBe('Gone')
})

test('a message has its text, its actions and the reference of the request', async () => {
  const page = show(
    <MessagePage topic="failed" title="Failed" correlationId="abc-1" actions={<button type="button">Again</button>}>
      Your photos are safe.
    </MessagePage>,
  )
  expect([...page.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Your photos are safe.',
    'Reference: abc-1',
  ])
  expect(screen.getByRole('button', { name: 'Again' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Failed' })))
})
