import { useEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Input, Label, SearchField } from 'react-aria-components/SearchField'
import { useIntl } from 'react-intl'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { AlbumChoice_library$key } from '../../../../__generated__/AlbumChoice_library.graphql.ts'
import type { AlbumChoicePagesQuery } from '../../../../__generated__/AlbumChoicePagesQuery.graphql.ts'
import { Button } from '../../../../ui/Button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { useAlbumList } from '../../album-editing/AlbumLists.ts'
import { isBeingCreated } from '../../album-editing/useCreateAlbum.ts'
import { AlbumFace } from './AlbumFace.tsx'
import type { TargetAlbum } from './useCopyToAlbum.ts'
import styles from './AlbumChoice.module.css'

/** The largest number of albums that is shown without a search field. */
const maxWithoutSearch = 8
const pageSize = 50
/** The page size while the user searches: the gateway's limit. */
const searchedPageSize = 500

const fragment = graphql`
  fragment AlbumChoice_library on PhotoLibrary
  @argumentDefinitions(first: { type: "Int!" }, after: { type: "String" })
  @refetchable(queryName: "AlbumChoicePagesQuery") {
    albums(first: $first, after: $after, includeShared: false) @connection(key: "AlbumChoice_albums", filters: []) {
      __id
      edges {
        node {
          id
          name
          isShared
          ...AlbumFace_album
        }
      }
    }
  }
`

export interface AlbumChoiceProps {
  readonly library: AlbumChoice_library$key
  /** The album that the photos are in already. */
  readonly exceptAlbumId: string | undefined
  readonly onChoose: (album: TargetAlbum) => void
}

/** Lists the albums to copy to, in pages. If there are more than 8, they can be searched by a part of their name. */
export function AlbumChoice({ library, exceptAlbumId, onChoose }: AlbumChoiceProps) {
  const { formatMessage } = useIntl()
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    AlbumChoicePagesQuery,
    AlbumChoice_library$key
  >(fragment, library)
  useAlbumList('own', data.albums?.__id)
  const [typed, setTyped] = useState('')
  // The node of a deleted album is null, although its type does not allow null.
  const albums = (data.albums?.edges ?? [])
    .flatMap(({ node }) => node ?? [])
    .filter(({ id, isShared }) => !isShared && id !== exceptAlbumId && !isBeingCreated(id))
  // Once shown, the search field stays, even if albums are deleted meanwhile.
  const isMany = albums.length > maxWithoutSearch || hasNext
  const [isSearched, setSearched] = useState(isMany)
  if (isMany && !isSearched) setSearched(true)
  const found = albums.filter(({ name }) => plain(name).includes(plain(typed)))
  const [hasFailed, setFailed] = useState(false)
  const search = (next: string) => {
    setTyped(next)
    setFailed(false)
  }
  useEffect(() => {
    // A search must load all pages.
    if (typed === '' || !hasNext || isLoadingNext || hasFailed) return
    loadNext(searchedPageSize, { onComplete: (error) => setFailed(error !== null) })
  }, [typed, hasNext, isLoadingNext, hasFailed, loadNext])
  const label = formatMessage({ id: 'copyToAlbum.list' })
  // The section boundary shows the failure and offers a retry.
  if (!data.albums) throw new Error('Request failure: the albums are missing')
  if (albums.length === 0 && !hasNext) return <p>{formatMessage({ id: 'copyToAlbum.empty' })}</p>
  const menu = (
    <Menu
      aria-label={label}
      className={classes(styles.list)}
      items={found}
      onAction={(id) => {
        const album = found.find((other) => other.id === id)
        if (album) onChoose(album)
      }}
    >
      {(album) => (
        <MenuItem id={album.id} textValue={album.name} className={classes(styles.album)}>
          <AlbumFace album={album} />
        </MenuItem>
      )}
    </Menu>
  )
  return (
    <>
      {isSearched ? (
        <Autocomplete inputValue={typed} onInputChange={search}>
          <SearchField className={classes(styles.field)}>
            <Label className={classes(styles.label)}>{formatMessage({ id: 'copyToAlbum.search' })}</Label>
            <Input className={classes(styles.input)} />
          </SearchField>
          {menu}
        </Autocomplete>
      ) : (
        menu
      )}
      <output className={styles.none}>
        {found.length === 0 && !hasNext && formatMessage({ id: 'copyToAlbum.none' })}
      </output>
      {hasNext && (
        <Button variant="quiet" isPending={isLoadingNext} onPress={() => loadNext(pageSize)}>
          {formatMessage({ id: 'albums.more' })}
        </Button>
      )}
    </>
  )
}

/** Removes case and accents, which users leave out when they search. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
}
