import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { RawIntlProvider } from 'react-intl'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { GraphQLSingularResponse, OperationDescriptor } from 'relay-runtime'
import { vi } from 'vitest'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { libraryEventsOf } from '../../../web/shared/LibraryEvents.ts'
import { SessionContext } from '../../../web/app/sessionContext.ts'
import { ToastRegion } from '../../../web/ui/ToastRegion.tsx'
import { configWith } from './config.ts'
import { createTestEnvironment } from './environment.ts'
import { signInAs } from './session.ts'
import { testSession } from './testSession.ts'
import { soon } from './soon.ts'

/** Opens a dialog on a page of a signed-in customer, with a gateway that the test controls. */
export function openDialog(dialog: ReactNode, { path = '/my-photos/albums', trashDays = 0 } = {}) {
  signInAs()
  const config = { ...configWith(), trashDays }
  const environment = createTestEnvironment()
  const app = testSession(new SignIn(config), environment, config)
  const events = libraryEventsOf(app)
  const router = createMemoryRouter([{ path: '*', element: dialog }], { initialEntries: [path] })
  render(
    <SessionContext value={app}>
      <RawIntlProvider value={app.intl}>
        <RelayEnvironmentProvider environment={environment}>
          <RouterProvider router={router} />
          <ToastRegion />
        </RelayEnvironmentProvider>
      </RawIntlProvider>
    </SessionContext>,
  )

  function asked(name: string): Promise<OperationDescriptor> {
    return vi.waitFor(() => {
      const found = environment.mock.getAllOperations().find(({ request }) => request.node.operation.name === name)
      if (!found) throw new Error(`${name} was not requested`)
      return found
    }, soon)
  }

  async function answer(name: string, data: NonNullable<GraphQLSingularResponse['data']>) {
    const operation = await asked(name)
    await act(async () => environment.mock.resolve(operation, { data }))
  }

  async function fail(name: string) {
    const operation = await asked(name)
    await act(async () => environment.mock.reject(operation, new Error('Request failure')))
  }

  return { user: userEvent.setup(), session: app, environment, events, router, asked, answer, fail }
}

interface ReopenableProps {
  readonly children: (onClose: () => void) => ReactNode
}

/** A page with an open dialog. When the dialog has closed, the button opens it again. */
export function Reopenable({ children }: ReopenableProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button onClick={() => setOpen(true)}>Open again</button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
