import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { IntlProvider } from 'react-intl'
import { expect, test, vi } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { Button } from '../../../web/ui/Button.tsx'
import { type DialogProps, Dialog } from '../../../web/ui/Dialog.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'

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

test('Escape closes the dialog that was opened last; the page scrolls again when none is open', async () => {
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

test('Escape closes neither a dialog that forbids it nor the dialog below', async () => {
  const user = await openBoth(false)
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Second' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  expect(screen.getByRole('dialog', { name: 'Second' })).toBeTruthy()
})

/** A page with a button that opens a dialog. */
function Opener({ isOpen, hasButton = true }: { readonly isOpen: boolean; readonly hasButton?: boolean }) {
  return (
    <IntlProvider locale="en-GB" messages={messages}>
      <main id="main" tabIndex={-1}>
        {hasButton && <button>More</button>}
      </main>
      <Dialog isOpen={isOpen} onClose={() => undefined} title="Question">
        Text
      </Dialog>
    </IntlProvider>
  )
}

test('when a dialog closes and the button that opened it is gone, the focus moves to the content of the page', async () => {
  const { rerender } = render(<Opener isOpen={false} />)
  screen.getByRole('button', { name: 'More' }).focus()
  rerender(<Opener isOpen />)
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  rerender(<Opener isOpen hasButton={false} />)
  rerender(<Opener isOpen={false} hasButton={false} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

/** A page with a dialog that stays open until it calls `onClose`. */
function openOne(props: Partial<DialogProps>) {
  const dialog = (changed: Partial<DialogProps>) => (
    <IntlProvider locale="en-GB" messages={messages}>
      <Dialog isOpen onClose={() => change({ isOpen: false })} title="Question" {...props} {...changed}>
        <TextField label="Word" error={null} />
        <button data-initial-focus>Safe</button>
      </Dialog>
    </IntlProvider>
  )
  const { rerender } = render(dialog({}))
  const change = (changed: Partial<DialogProps>) => rerender(dialog(changed))
  return { user: userEvent.setup(), change }
}

test('the safe button gets the focus if there is one', () => {
  openOne({})
  expect(document.activeElement?.textContent).toBe('Safe')
})

test('a failure is rendered into an alert that was empty before', () => {
  const { change } = openOne({})
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe('')
  change({ alert: 'Error: it failed' })
  expect(alert.textContent).toBe('Error: it failed')
})

test('a pending dialog is closed neither by Escape nor by its button, and sends nothing twice', async () => {
  const onSubmit = vi.fn<() => void>()
  const { user, change } = openOne({ onSubmit, footer: <Button type="submit">Send</Button> })
  await user.type(screen.getByRole('textbox', { name: 'Word' }), 'x{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
  change({ isPending: true })
  await user.type(screen.getByRole('textbox', { name: 'Word' }), '{Enter}{Escape}')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(screen.getByRole('dialog')).toBeTruthy()
  change({ isPending: false })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  change({})
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
