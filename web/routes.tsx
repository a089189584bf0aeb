import { type LoaderFunctionArgs, type RouteObject, type ShouldRevalidateFunction, redirect } from 'react-router-dom'
import { loadLibrary } from './pages/library/loadLibrary.ts'
import { LibraryScope } from './pages/library/LibraryScope.tsx'
import { sortParameter } from './pages/library/photo-collection/sorting/sortPreference.ts'
import { loadTimeline } from './pages/library/timeline/loadTimeline.ts'
import { downloadsPath, importPath, signOutPath, signedOutPath } from './shared/paths.ts'
import { carryAlong } from './shared/carryAlong.ts'
import { PageError } from './shell/PageError.tsx'
import { RootLayout } from './shell/RootLayout.tsx'
import { SessionLayout } from './shell/SessionLayout.tsx'
import { Shell } from './shell/Shell.tsx'
import { StartingPage } from './shell/StartingPage.tsx'
import { UnexpectedErrorPage } from './shell/UnexpectedErrorPage.tsx'
import type { App } from './app/appContext.ts'
import { type FeatureName, featureNames, isFeatureOn } from './app/features.ts'

/**
 * Every route. Loaders start a page's query at once, beside the loading of its code. Errors of a page are shown within
 * the shell, so that one can go elsewhere; errors of the shell fill the window.
 */
export function createRoutes(app: App): RouteObject[] {
  return [
    {
      Component: RootLayout,
      ErrorBoundary: UnexpectedErrorPage,
      HydrateFallback: StartingPage,
      children: [
        {
          path: '/auth/callback',
          lazy: async () => ({
            Component: (await import('./pages/sign-in/SignInCallbackPage.tsx')).SignInCallbackPage,
          }),
        },
        { path: signOutPath, loader: async () => (await import('./shell/signOut.ts')).signOut(app) },
        {
          path: signedOutPath,
          lazy: { Component: async () => (await import('./pages/sign-in/SignedOutPage.tsx')).SignedOutPage },
        },
        {
          Component: SessionLayout,
          loader: () => requireSession(app),
          shouldRevalidate: () => false,
          children: [{ Component: LibraryScope, children: [...previewRoutes(app), editorRoute(app), shellRoute(app)] }],
        },
      ],
    },
  ]
}

/** The full-screen view of a photo: of the timeline, or of an album. */
function previewRoutes(app: App): RouteObject[] {
  const lazy = { Component: async () => (await import('./pages/library/preview/PreviewPage.tsx')).PreviewPage }
  return [
    {
      path: '/my-photos/photos/preview/:id',
      loader: guarded(app, 'PhotoManagementTimelineViewEnabled', async (route) => {
        const { loadTimelinePreview } = await import('./pages/library/preview/loadPreview.ts')
        return loadTimelinePreview(app, route)
      }),
      lazy,
    },
    {
      path: '/my-photos/albums/:albumId/preview/:id',
      loader: guarded(app, 'PhotoManagementAlbumViewEnabled', async (route) => {
        const { loadAlbumPreview } = await import('./pages/library/preview/loadPreview.ts')
        return loadAlbumPreview(app, route)
      }),
      lazy,
    },
    {
      path: '/my-photos/albums/:albumId/add/preview/:id',
      loader: guarded(app, 'PhotoManagementAlbumViewEnabled', async (route) => {
        const { loadAlbumPickerPreview } = await import('./pages/library/preview/loadPreview.ts')
        return loadAlbumPickerPreview(app, route)
      }),
      lazy,
    },
    {
      path: '/my-photos/shared-albums/:sharedAlbumId/preview/:id',
      loader: guarded(app, 'PhotoManagementSharedAlbumsViewEnabled', async (route) => {
        const { loadSharedAlbumPreview } = await import('./pages/library/preview/loadPreview.ts')
        return loadSharedAlbumPreview(app, route)
      }),
      lazy,
    },
  ]
}

/** An album, the photos that it can be given, and a shared album: their pages are apart from the library's tabs. */
function albumRoutes(app: App): RouteObject[] {
  const page: RouteObject = {
    path: '/my-photos/albums/:albumId',
    loader: guarded(app, 'PhotoManagementAlbumViewEnabled', async ({ params }) => {
      const { loadAlbum } = await import('./pages/library/album/loadAlbum.ts')
      return loadAlbum(app, params['albumId'] ?? '')
    }),
    shouldRevalidate: ({ currentParams, nextParams }) => currentParams['albumId'] !== nextParams['albumId'],
    lazy: { Component: async () => (await import('./pages/library/album/AlbumPage.tsx')).AlbumPage },
  }
  const picker: RouteObject = {
    path: '/my-photos/albums/:albumId/add',
    loader: guarded(app, 'PhotoManagementAlbumViewEnabled', async (route) => {
      const { loadAlbumPicker } = await import('./pages/library/album-picker/loadAlbumPicker.ts')
      return loadAlbumPicker(app, route)
    }),
    lazy: { Component: async () => (await import('./pages/library/album-picker/AlbumPickerPage.tsx')).AlbumPickerPage },
  }
  const sharedAlbum: RouteObject = {
    path: '/my-photos/shared-albums/:sharedAlbumId',
    loader: guarded(app, 'PhotoManagementSharedAlbumsViewEnabled', async ({ params }) => {
      const { loadSharedAlbum } = await import('./pages/library/shared-album/loadSharedAlbum.ts')
      return loadSharedAlbum(app, params['sharedAlbumId'] ?? '')
    }),
    shouldRevalidate: ({ currentParams, nextParams }) => currentParams['sharedAlbumId'] !== nextParams['sharedAlbumId'],
    lazy: {
      Component: async () => (await import('./pages/library/shared-album/SharedAlbumPage.tsx')).SharedAlbumPage,
    },
  }
  return [page, picker, sharedAlbum]
}

/** Archives of photos, the files of an export, and the bringing in of an older library. */
function longWorkRoutes(app: App): RouteObject[] {
  return [
    {
      path: downloadsPath,
      loader: async () => {
        const { loadDownloads } = await import('./pages/downloads/loadDownloads.ts')
        return loadDownloads(app)
      },
      lazy: { Component: async () => (await import('./pages/downloads/DownloadsPage.tsx')).DownloadsPage },
    },
    {
      path: '/my-photos/exports/:backupId',
      loader: guarded(app, 'PhotoManagementTimelineViewEnabled', async (route) => {
        const { loadExport } = await import('./pages/library/export/loadExport.ts')
        return loadExport(app, route)
      }),
      lazy: { Component: async () => (await import('./pages/library/export/ExportPage.tsx')).ExportPage },
    },
    {
      path: importPath,
      loader: guarded(app, 'PhotoManagementTimelineViewEnabled', async () => {
        const { loadImport } = await import('./pages/library/import/loadImport.ts')
        return loadImport(app)
      }),
      lazy: { Component: async () => (await import('./pages/library/import/ImportPage.tsx')).ImportPage },
    },
  ]
}

/** The editor of the demo brands. It is no part of the library: other brands have theirs elsewhere. */
function editorRoute(app: App): RouteObject {
  return {
    path: '/editor',
    loader: async (route) => {
      const { loadEditor } = await import('./pages/editor/loadEditor.ts')
      return loadEditor(app, route)
    },
    lazy: { Component: async () => (await import('./pages/editor/EditorPage.tsx')).EditorPage },
  }
}

function shellRoute(app: App): RouteObject {
  return {
    Component: Shell,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          {
            index: true,
            loader: async (route) => {
              const { loadOverview } = await import('./pages/overview/loadOverview.ts')
              return loadOverview(app, route)
            },
            lazy: { Component: async () => (await import('./pages/overview/OverviewPage.tsx')).OverviewPage },
          },
          libraryRoute(app),
          ...albumRoutes(app),
          ...longWorkRoutes(app),
          {
            path: '/my-photos/photos/uploaded/:imageId',
            loader: guarded(app, 'PhotoManagementTimelineViewEnabled', async (route) => {
              const { findUploadedPhoto } = await import('./pages/library/upload/findUploadedPhoto.ts')
              return findUploadedPhoto(app, route)
            }),
          },
          {
            path: '*',
            lazy: { Component: async () => (await import('./shell/NotFoundPage.tsx')).NotFoundPage },
          },
        ],
      },
    ],
  }
}

function libraryRoute(app: App): RouteObject {
  return {
    path: '/my-photos',
    loader: guarded(app, 'PhotoManagementTimelineViewEnabled', (route) => loadLibrary(app, route)),
    shouldRevalidate: () => false,
    lazy: { Component: async () => (await import('./pages/library/LibraryLayout.tsx')).LibraryLayout },
    children: [
      {
        index: true,
        loader: ({ request }) => redirect(carryAlong('/my-photos/photos', new URL(request.url).search)),
      },
      {
        path: 'photos',
        loader: guarded(app, 'PhotoManagementTimelineViewEnabled', (route) => loadTimeline(app, route)),
        shouldRevalidate: hasChanged([sortParameter, ...featureNames]),
        lazy: { Component: async () => (await import('./pages/library/timeline/TimelinePage.tsx')).TimelinePage },
      },
      {
        path: 'albums',
        loader: guarded(app, 'PhotoManagementAlbumViewEnabled', async (route) => {
          const { loadAlbums } = await import('./pages/library/albums/loadAlbums.ts')
          return loadAlbums(app, route)
        }),
        shouldRevalidate: hasChanged(featureNames),
        lazy: { Component: async () => (await import('./pages/library/albums/AlbumsPage.tsx')).AlbumsPage },
      },
    ],
  }
}

/** A loader runs again when what it reads of the address has changed; the rest says what is open, not what is loaded. */
function hasChanged(read: readonly string[]): ShouldRevalidateFunction {
  return ({ currentUrl, nextUrl }) =>
    read.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name))
}

/** Someone signed out goes to sign in, and comes back to where they were going. */
async function requireSession(app: App): Promise<null> {
  if (!app.signIn.session()) await app.signIn.start()
  return null
}

/** A loader that runs only while a feature is on; else the guard sends to the root. */
function guarded<Result>(app: App, feature: FeatureName, loader: (route: LoaderFunctionArgs) => Result) {
  return (route: LoaderFunctionArgs): Result | Response => {
    const { search, searchParams } = new URL(route.request.url)
    if (isFeatureOn(app.config.features, feature, searchParams)) return loader(route)
    return redirect(carryAlong('/', search))
  }
}
