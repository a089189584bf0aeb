import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createIntl, RawIntlProvider } from 'react-intl'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import type { GraphQLSingularResponse, OperationDescriptor } from 'relay-runtime'
import { vi } from 'vitest'
import { SignIn } from '../../../web/auth/SignIn.ts'
import messages from '../../../web/locales/en-GB.json'
import { loadLibraryPreview } from '../../../web/pages/library/preview/loadPreview.ts'
import { PreviewPage } from '../../../web/pages/library/preview/PreviewPage.tsx'
import { libraryEventsOf } from '../../../web/shared/LibraryEvents.ts'
import { previewPath, timelinePath } from '../../../web/shared/paths.ts'
import { Session } from '../../../web/app/Session.ts'
import { SessionContext } from '../../../web/app/sessionContext.ts'
import { ToastRegion } from '../../../web/ui/ToastRegion.tsx'
import { configWith } from '../support/config.ts'
import { createTestEnvironment } from '../support/environment.ts'
import { signInAs } from '../support/session.ts'
import { soon } from '../support/soon.ts'

/** The library of the tests: its photos in the order of the timeline. */
const library = ['p1', 'p2', 'p3', 'p4', 'p5']

/** A photo in the gateway's response to the preview's query. */
export function photoOf(id: string) {
  return {
    __typename: 'Photo',
    __isNode: 'Photo',
    id,
    fileName: `${id}.jpg`,
    dateTaken: '2024-05-09T23:30:00',
    width: 4000,
    height: 3000,
    pictureProblem: null,
    thumbhash: null,
    small: { url: `https://images.test/${id}.300.jpg` },
    large: { url: `https://images.test/${id}.800.jpg` },
  }
}

/** The photo with its large picture. */
export function largePhotoOf(id: string) {
  const rendition = { url: `https://images.test/${id}.1300.jpg`, width: 1300 }
  return { ...photoOf(id), url: `https://images.test/${id}.jpg`, rendition }
}

/** The details of a photo in the gateway's response to the panel's query. */
export function informationOf(id: string) {
  return {
    ...photoOf(id),
    dateTakenOffset: '+02:00',
    created: '2024-06-01T08:05:00Z',
    owner: null,
    location: { latitude: 52.370216, longitude: 4.895168 },
    details: {
      fileSize: 3_412_345,
      cameraMake: 'FUJIFILM',
      cameraModel: 'X-T4',
      lensModel: 'XF35mmF1.4 R',
      focalLength: 35,
      fNumber: 2.8,
      exposureTime: 0.004,
      sensitivity: 200,
    },
  }
}

type Data = NonNullable<GraphQLSingularResponse['data']>

/** The responses of a gateway with this library. */
function answerFor(name: string, { id, sortOrder }: Record<string, unknown>, photos: readonly string[]): Data {
  const ordered = sortOrder === 'ASC' ? photos.toReversed() : photos
  const index = typeof id === 'string' ? ordered.indexOf(id) : -1
  const at = (place: number) => {
    const found = ordered[place]
    return found === undefined ? null : largePhotoOf(found)
  }
  const photo = at(index)
  switch (name) {
    case 'PreviewPageQuery':
      return { photo: photo && photoOf(photo.id) }
    case 'PhotoRenditionQuery':
      return { node: photo }
    case 'FindByAddressQuery':
      return { addressedNode: null }
    case 'InformationPanelQuery':
      return { photo: photo && informationOf(photo.id) }
    case 'libraryNeighboursQuery':
      return {
        viewer: {
          library: { id: 'library', neighbours: photo && { previous: at(index - 1), next: at(index + 1) } },
        },
      }
    default:
      throw new Error(`The view does not send ${name}`)
  }
}

const nameOf = ({ request }: OperationDescriptor) => request.node.operation.name

/** Opens the view at a photo: by its tile in a timeline, or by its address alone. */
export async function renderPreview(
  id: string,
  options: {
    from?: 'timeline' | 'address'
    search?: string
    photos?: readonly string[]
    /** The photos that the timeline's page has loaded. */
    tiles?: readonly string[]
  } = {},
) {
  const { from = 'timeline', search = '', photos = library, tiles = photos } = options
  installBrowser()
  signInAs()
  const environment = createTestEnvironment()
  const config = configWith()
  const intl = createIntl({ locale: 'en-GB', messages, timeZone: 'UTC' })
  const app = new Session({ config, locale: 'en-GB', environment, signIn: new SignIn(config), intl })
  const address = `${previewPath(id)}${search}`
  const page = tiles.map((photo) => (
    <Link key={photo} to={`${previewPath(photo)}${search}`} state={{ isFromLibrary: true }} data-photo={photo}>
      Tile {photo}
    </Link>
  ))
  const router = createMemoryRouter(
    [
      { path: timelinePath, element: page },
      {
        path: previewPath(':id').replace('%3A', ':'),
        loader: (route) => loadLibraryPreview(app, route),
        Component: PreviewPage,
      },
    ],
    { initialEntries: from === 'timeline' ? ['/elsewhere', timelinePath] : [address] },
  )
  const events = libraryEventsOf(app)
  const user = userEvent.setup()
  const view = render(
    <SessionContext value={app}>
      <RawIntlProvider value={app.intl}>
        <RelayEnvironmentProvider environment={environment}>
          <RouterProvider router={router} />
          <ToastRegion />
        </RelayEnvironmentProvider>
      </RawIntlProvider>
    </SessionContext>,
  )
  if (from === 'timeline') await user.click(screen.getByRole('link', { name: `Tile ${id}` }))
  await screen.findByRole('main')
  // An answer that arrives while the panel's code is loading would make React's `act` retry the panel forever.
  if (search.includes('info')) await screen.findByRole('complementary')

  function pending(name: string, photoId?: string): OperationDescriptor[] {
    return environment.mock
      .getAllOperations()
      .filter((operation) => nameOf(operation) === name)
      .filter(({ request }) => photoId === undefined || request.variables['id'] === photoId)
  }

  async function asked(name: string, photoId?: string): Promise<OperationDescriptor> {
    return await vi.waitFor(() => {
      const [found] = pending(name, photoId)
      if (!found) throw new Error(`${name} for ${photoId} was not requested`)
      return found
    }, soon)
  }

  /** Answers one query. */
  async function answer(name: string, photoId: string, payload: GraphQLSingularResponse) {
    const operation = await asked(name, photoId)
    await act(async () => environment.mock.resolve(operation, payload))
  }

  async function fail(name: string, photoId: string) {
    const operation = await asked(name, photoId)
    await act(async () => environment.mock.reject(operation, new Error('Request failure')))
  }

  /**
   * Answers all pending queries, and those that follow from the responses, like a gateway with this library. Queries
   * that are pending together are answered in one `act`: if one part of the page still waited for data while another
   * part changes, React could render the two again and again within `act`, until the memory is used up.
   */
  async function settle(present: readonly string[] = photos) {
    const names: string[] = []
    for (;;) {
      const found = environment.mock.getAllOperations().filter((operation) => nameOf(operation) in answerableQueries)
      if (found.length === 0) return
      names.push(...found.map(({ request }) => `${request.node.operation.name} ${JSON.stringify(request.variables)}`))
      if (names.length > maximumAnswers)
        throw new Error(`The view requests the same again: ${names.slice(-4).join(', ')}`)
      await act(async () => {
        for (const operation of found) {
          environment.mock.resolve(operation, {
            data: answerFor(nameOf(operation), operation.request.variables, present),
          })
        }
      })
    }
  }

  return { ...view, user, router, environment, events, app, pending, asked, answer, fail, settle }
}

/** More answers than any view needs. The limit ends an endless loop of requests. */
const maximumAnswers = 200

const answerableQueries = {
  PreviewPageQuery: true,
  PhotoRenditionQuery: true,
  InformationPanelQuery: true,
  FindByAddressQuery: true,
  libraryNeighboursQuery: true,
}

/** Stubs for features that jsdom lacks: pointer capture, decoding, animations. */
function installBrowser(): void {
  Element.prototype.setPointerCapture = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  HTMLImageElement.prototype.decode = () => Promise.resolve()
  // The view reads no field of the animation.
  Element.prototype.animate = () => new Animation()
}

/** The name of the shown photo. */
export function shownName(): string | null {
  return within(screen.getByRole('figure')).getByText(/\.jpg$/).textContent
}

/** The shown picture of the photo, in the rendition of this size in pixels. */
export function picture(size = '1300'): Element {
  return document.querySelector(`[style*="--ratio"] > img[src*="${size}"][data-shown]`) ?? document.body
}
