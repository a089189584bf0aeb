import { Suspense, lazy } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useIsFirstViewShown } from '../shared/firstView.ts'
import { isStripped } from '../shared/stripped.ts'
import { useFeature } from '../shared/useFeature.ts'
import { classes } from '../ui/classes.ts'
import { AccountBanner } from './AccountBanner.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Header } from './Header.tsx'
import { SideMenu } from './SideMenu.tsx'
import { UploadProvider } from './UploadProvider.tsx'
import styles from './Shell.module.css'

const Footer = lazy(async () => ({ default: (await import('../shared/page/Footer.tsx')).Footer }))
const UploadDock = lazy(async () => ({
  default: (await import('../pages/library/upload/UploadDock.tsx')).UploadDock,
}))

/** Header, side menu and content; in stripped mode the content alone. */
export function Shell() {
  const { search } = useLocation()
  const stripped = isStripped(search)
  const isFirstViewShown = useIsFirstViewShown()
  const canUpload = useFeature('PhotoManagementUploadViewEnabled')
  return (
    <UploadProvider>
      <div className={classes(styles.shell, stripped && styles.stripped)}>
        {!stripped && <Header />}
        {!stripped && <SideMenu className={styles.side} />}
        <main id="main" tabIndex={-1} className={styles.main}>
          {!stripped && <AccountBanner />}
          <Outlet />
        </main>
        {!stripped && (
          <footer className={styles.footer}>
            {isFirstViewShown && (
              <Suspense fallback={null}>
                <Footer />
              </Suspense>
            )}
          </footer>
        )}
        {!stripped && <BottomBar />}
        {isFirstViewShown && canUpload && (
          <Suspense fallback={null}>
            <UploadDock />
          </Suspense>
        )}
      </div>
    </UploadProvider>
  )
}
