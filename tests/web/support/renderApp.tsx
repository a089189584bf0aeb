import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RawIntlProvider } from 'react-intl'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { Environment, GraphQLSingularResponse, OperationDescriptor } from 'relay-runtime'
import { vi } from 'vitest'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { createRoutes } from '../../../web/routes.tsx'
import { SessionContext } from '../../../web/app/sessionContext.ts'
import { installLayout } from './browser.ts'
import { configWith } from './config.ts'
import { createTestEnvironment } from './environment.ts'
import { signInAs } from './session.ts'
import { testSession } from './testSession.ts'
import { soon } from './soon.ts'

type Data = NonNullable<GraphQLSingularResponse['data']>

export interface AppOptions {
  readonly features?: Record<string, boolean>
  /** Width in pixels; by default 1,000. */
  readonly width?: number
  /** The brand's sales channel. */
  readonly channel?: string
  /** The languages of the brand; by default English and Dutch. */
  readonly locales?: readonly string[]
  /** How many days the brand keeps deleted photos; by default none. */
  readonly trashDays?: number
  /** Further fields of the config. */
  readonly received?: Record<string, unknown>
  /** The claims of the access token; by default those of a private account. */
  readonly claims?: Record<string, unknown>
}

/** Renders the whole client at an address, signed in, with the gateway of a Relay environment. */
export function renderIn(environment: Environment, path: string, options: AppOptions = {}) {
  const layout = installLayout(options.width ?? 1_000)
  signInAs(options.claims)
  const { features, channel, locales, trashDays = 0, received } = options
  const config = {
    ...configWith(features),
    trashDays,
    ...(channel !== undefined && { channel }),
    ...(locales && { locales }),
    ...(received && { received }),
  }
  const app = testSession(new SignIn(config), environment, config)
  const router = createMemoryRouter(createRoutes(app), { initialEntries: [path] })
  const user = userEvent.setup()
  const view = render(
    <SessionContext value={app}>
      <RawIntlProvider value={app.intl}>
        <RelayEnvironmentProvider environment={environment}>
          <RouterProvider router={router} />
        </RelayEnvironmentProvider>
      </RawIntlProvider>
    </SessionContext>,
  )
  return { ...view, user, router, session: app, layout }
}

/** Renders the whole client at an address, signed in, with a gateway that the test controls. */
export function renderApp(path: string, options: AppOptions = {}) {
  const environment = createTestEnvironment()
  const app = renderIn(environment, path, options)

  function pending(name: string, variables: Record<string, unknown> = {}): OperationDescriptor[] {
    return environment.mock
      .getAllOperations()
      .filter(({ request }) => request.node.operation.name === name)
      .filter(({ request }) => Object.entries(variables).every(([key, value]) => request.variables[key] === value))
  }

  /** Waits until an operation is requested. */
  function asked(name: string, variables: Record<string, unknown> = {}): Promise<OperationDescriptor> {
    return vi.waitFor(() => {
      const [found] = pending(name, variables)
      if (!found) throw new Error(`${name} was not requested`)
      return found
    }, soon)
  }

  async function answer(name: string, data: Data, variables: Record<string, unknown> = {}) {
    const operation = await asked(name, variables)
    await act(async () => environment.mock.resolve(operation, { data }))
  }

  async function fail(name: string, variables: Record<string, unknown> = {}) {
    const operation = await asked(name, variables)
    await act(async () => environment.mock.reject(operation, new Error('Request failure')))
  }

  /** Sends an event to a subscription. */
  async function send(name: string, data: Data) {
    const operation = await asked(name)
    await act(async () => environment.mock.nextValue(operation, { data }))
  }

  return { ...app, environment, pending, asked, answer, fail, send }
}
