import { saveFile } from '../fileDownload/saveFile.ts'
import type { ArchiveAccount } from './Archives.ts'
import { takeArchive } from './archiveMemory.ts'
import type { ArchiveNotice } from './archiveNotice.tsx'
import type { ListedArchive } from './ArchiveStream.ts'
import { findArchiveUrl } from './findArchiveUrl.ts'
import { untilStaying } from './untilStaying.ts'

interface Downloading extends ArchiveAccount {
  readonly tell: (notice: ArchiveNotice) => unknown
}

/** Downloads an archive that is ready, unless another tab has done so, and tells what became of it. Never rejects. */
export async function downloadArchive(downloading: Downloading, archive: ListedArchive): Promise<void> {
  await takeArchive(downloading.accountId, archive.downloadId, async () => {
    await untilStaying()
    if (downloading.isSignedIn()) await save(downloading, archive)
  })
}

async function save(downloading: Downloading, archive: ListedArchive): Promise<void> {
  const { environment, tell } = downloading
  const fileName = `${archive.downloadId}.zip`
  try {
    const url = await findArchiveUrl(environment, archive.id)
    if (url !== null) await saveFile(url, fileName)
    tell(
      url === null
        ? { kind: 'lost', onRetry: null }
        : { kind: 'saved', url, fileName, missingCount: archive.missingCount },
    )
  } catch {
    tell({ kind: 'lost', onRetry: () => void save(downloading, archive) })
  }
}
