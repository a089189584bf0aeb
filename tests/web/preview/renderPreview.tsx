import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import type { GraphQLSingularResponse } from 'relay-runtime'
import { createMockEnvironment } from 'relay-test-utils'
import { vi } from 'vitest'
import { SignIn } from '../../../web/auth/SignIn.ts'
import messages from '../../../web/locales/en-GB.json'
import { loadPreview } from '../../../web/pages/library/preview/loadPreview.ts'
import { PreviewPage } from '../../../web/pages/library/preview/PreviewPage.tsx'
import { nodeFromStore } from '../../../web/relay/nodeFromStore.ts'
import { previewPath, timelinePath } from '../../../web/shared/paths.ts'
import { type App, AppContext } from '../../../web/startup/appContext.ts'
import { parsePublicConfig } from '../../../web/startup/publicConfig.ts'
import { ToastRegion } from '../../../web/ui/ToastRegion.tsx'

const config = parsePublicConfig({
  brand: 'keepsake',
  name: 'Keepsake',
  channel: 'k',
  defaultLocale: 'en-GB',
  locales: ['en-GB'],
  logoUrl: '/logo.svg',
  theme: { light: {}, dark: {} },
  graphqlUrl: '/graphql',
  authority: 'http://keepsake.test/identity',
  clientId: 'keepsake-web',
  scope: 'openid',
  uploadUrl: 'http://keepsake.test/storage/files',
  features: {},
  links: { faq: '/', customerCare: '/', storeFront: '/', terms: '/', privacy: '/' },
})

/** The library of the tests: its photos in the order of the timeline. */
const library = ['p1', 'p2', 'p3']

/** A photo as the gateway answers it for the preview's query. */
export function photoOf(id: string) {
  const rendition = { url: `https://images.test/${id}.1300.jpg` }
  return {
    __typename: 'Photo',
    __isNode: 'Photo',
    id,
    fileName: `${id}.jpg`,
    dateTaken: '2024-05-09T23:30:00',
    width: 4000,
    height: 3000,
    thumbhash: null,
    small: { url: `https://images.test/${id}.300.jpg` },
    large: { url: `https://images.test/${id}.800.jpg` },
    rendition,
  }
}

/** What the gateway answers for a photo of the library; `photo` null: there is none. */
export function answerFor(id: string): GraphQLSingularResponse {
  const index = library.indexOf(id)
  const beside = (at: number) => {
    const neighbour = library[at]
    return neighbour === undefined ? null : { id: neighbour, rendition: photoOf(neighbour).rendition }
  }
  return {
    data: {
      photo: index < 0 ? null : photoOf(id),
      viewer: {
        library: {
          id: 'library',
          neighbours: index < 0 ? null : { previous: beside(index - 1), next: beside(index + 1) },
        },
      },
    },
  }
}

/** Opens the view at a photo: by its tile in a timeline, or by its address alone. */
export async function renderPreview(id: string, options: { from: 'timeline' | 'address' } = { from: 'timeline' }) {
  // What jsdom does not have: the queries of styles, and the capture of pointers.
  Element.prototype.setPointerCapture = () => undefined
  const environment = createMockEnvironment({ missingFieldHandlers: [nodeFromStore] })
  const tokens = new SignIn(config)
  const app: App = { config, environment, signIn: tokens, locale: 'en-GB' }
  const tile = (
    <Link to={previewPath(id)} state={{ isFromLibrary: true }} data-photo={id}>
      Tile
    </Link>
  )
  const router = createMemoryRouter(
    [
      { path: timelinePath, element: tile },
      {
        path: previewPath(':id').replace('%3A', ':'),
        loader: (route) => loadPreview(app, route),
        Component: PreviewPage,
      },
    ],
    { initialEntries: options.from === 'timeline' ? ['/elsewhere', timelinePath] : [previewPath(id)] },
  )
  const user = userEvent.setup()
  render(
    <AppContext value={app}>
      <IntlProvider locale="en-GB" messages={messages}>
        <RelayEnvironmentProvider environment={environment}>
          <RouterProvider router={router} />
          <ToastRegion />
        </RelayEnvironmentProvider>
      </IntlProvider>
    </AppContext>,
  )
  if (options.from === 'timeline') await user.click(screen.getByRole('link', { name: 'Tile' }))
  await screen.findByRole('main')

  function pending(name: string, photoId: string) {
    const found = environment.mock
      .getAllOperations()
      .find(({ request }) => request.node.operation.name === name && request.variables['id'] === photoId)
    if (!found) throw new Error(`${name} for ${photoId} was not asked for`)
    return found
  }

  /** Answers everything that is asked for a photo, as soon as it is asked. */
  async function answer(photoId: string, payload: GraphQLSingularResponse = answerFor(photoId)) {
    const operation = await vi.waitFor(() => pending('PreviewPageQuery', photoId))
    await act(async () => environment.mock.resolve(operation, payload))
  }

  async function fail(photoId: string) {
    const operation = await vi.waitFor(() => pending('PreviewPageQuery', photoId))
    await act(async () => environment.mock.reject(operation, new Error('Request failure')))
  }

  /** Answers a query of another module. */
  async function answerQuery(name: string, photoId: string, payload: GraphQLSingularResponse) {
    const operation = await vi.waitFor(() => pending(name, photoId))
    await act(async () => environment.mock.resolve(operation, payload))
  }

  return { user, router, environment, answer, answerQuery, fail }
}
