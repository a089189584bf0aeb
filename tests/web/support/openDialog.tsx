import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { GraphQLSingularResponse, OperationDescriptor } from 'relay-runtime'
import { vi } from 'vitest'
import { SignIn } from '../../../web/auth/SignIn.ts'
import messages from '../../../web/locales/en-GB.json'
import { LibraryEvents, LibraryEventsContext } from '../../../web/shared/LibraryEvents.ts'
import { AppContext } from '../../../web/app/appContext.ts'
import { ToastRegion } from '../../../web/ui/ToastRegion.tsx'
import { configWith } from './config.ts'
import { createTestEnvironment } from './environment.ts'
import { signInAs } from './session.ts'
import { soon } from './soon.ts'

/** A dialog on a page of somebody signed in, over a gateway that the test answers for. */
export function openDialog(dialog: ReactNode, path = '/my-photos/albums') {
  signInAs()
  const config = configWith()
  const environment = createTestEnvironment()
  const events = new LibraryEvents()
  const app = { config, environment, signIn: new SignIn(config), locale: 'en-GB' }
  const router = createMemoryRouter([{ path: '*', element: dialog }], { initialEntries: [path] })
  render(
    <AppContext value={app}>
      <IntlProvider locale="en-GB" messages={messages}>
        <RelayEnvironmentProvider environment={environment}>
          <LibraryEventsContext value={events}>
            <RouterProvider router={router} />
            <ToastRegion />
          </LibraryEventsContext>
        </RelayEnvironmentProvider>
      </IntlProvider>
    </AppContext>,
  )

  function asked(name: string): Promise<OperationDescriptor> {
    return vi.waitFor(() => {
      const found = environment.mock.getAllOperations().find(({ request }) => request.node.operation.name === name)
      if (!found) throw new Error(`${name} was not asked for`)
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

  return { user: userEvent.setup(), environment, events, router, asked, answer, fail }
}
