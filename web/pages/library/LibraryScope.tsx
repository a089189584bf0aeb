import { Suspense, lazy } from 'react'
import { PageBarScope } from './page-bar/PageBarScope.tsx'
import { NextCodeContext, type PrintNoteProps, PrintNoteContext } from './photo-collection/grid/gridContext.ts'
import { SelectionScope } from './photo-collection/selection/SelectionScope.tsx'

const PrintNote = lazy(async () => ({ default: (await import('./photo-actions/print-order/PrintNote.tsx')).PrintNote }))

/**
 * Provides what the routes with photos share: the selection, the parts of the bar, the note on tiles while photos are
 * selected for prints, and a function that loads the code of the selection's bar and of the full-screen view.
 */
export function LibraryScope() {
  return (
    <NextCodeContext value={loadNextCode}>
      <PrintNoteContext value={renderPrintNote}>
        <PageBarScope>
          <SelectionScope />
        </PageBarScope>
      </PrintNoteContext>
    </NextCodeContext>
  )
}

async function loadNextCode(): Promise<void> {
  await import('./photo-actions/toolbar/SelectionBar.tsx')
  await Promise.all([import('./preview/PreviewPage.tsx'), import('./preview/loadPreview.ts')])
}

function renderPrintNote({ id, width, height, pictureProblem }: PrintNoteProps) {
  return (
    <Suspense fallback={null}>
      <PrintNote id={id} width={width} height={height} pictureProblem={pictureProblem} />
    </Suspense>
  )
}
