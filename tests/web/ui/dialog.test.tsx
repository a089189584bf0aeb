import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { IntlProvider } from 'react-intl'
import { expect, test } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { Button } from '../../../web/ui/Button.tsx'
import { Dialog } from '../../../web/ui/Dialog.tsx'

function Stack({ isSecondDismissable }: { readonly isSecondDismissable: boolean }) {
  const [open, setOpen] = useState(1)
  return (
    <>
      <Dialog isOpen={open >= 1} onClose={() => setOpen(0)} title="First">
        <Button onPress={() => setOpen(2)}>More</Button>
      </Dialog>
      <Dialog isOpen={open >= 2} onClose={() => setOpen(1)} title="Second" isDismissable={isSecondDismissable}>
        <Button>Answer</Button>
      </Dialog>
    </>
  )
}

async function openBoth(isSecondDismissable: boolean) {
  render(
    <IntlProvider locale="en-GB" messages={messages}>
      <Stack isSecondDismissable={isSecondDismissable} />
    </IntlProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('dialog', { name: 'Second' })
  return user
}

test('Escape closes the dialog that was opened last; the page scrolls again when none is left', async () => {
  const user = await openBoth(true)
  expect(document.documentElement.style.overflow).toBe('hidden')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Second' })).toBeNull())
  const first = screen.getByRole('dialog', { name: 'First' })
  await waitFor(() => expect(first.contains(document.activeElement)).toBe(true))
  expect(document.documentElement.style.overflow).toBe('hidden')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.documentElement.style.overflow).toBe('')
})

test('Escape closes no dialog that does not allow it, nor the one below', async () => {
  const user = await openBoth(false)
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Second' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  expect(screen.getByRole('dialog', { name: 'Second' })).toBeTruthy()
})
