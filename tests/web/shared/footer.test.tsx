import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'

afterEach(cleanup)

test('the footer leads to help, terms and privacy, and offers the languages of the brand by their own names', async () => {
  const { user } = renderApp('/signed-out')
  const footer = await screen.findByRole('contentinfo')
  const links = within(footer).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Help', 'Terms', 'Privacy'])
  await user.click(within(footer).getByRole('button', { name: /^Language/ }))
  const languages = await screen.findAllByRole('menuitemradio')
  expect(languages.map(({ textContent }) => textContent)).toEqual(['English', 'Nederlands'])
})

test('a brand with one language offers no other', async () => {
  renderApp('/signed-out', { locales: ['en-GB'] })
  const footer = await screen.findByRole('contentinfo')
  expect(within(footer).getByRole('link', { name: 'Help' })).toBeTruthy()
  expect(within(footer).queryByRole('button')).toBeNull()
})
