/* The examples of the API explorer. Each operation can be run at the Play button. */
globalThis.explorerExamples = `# How to build a client: docs/api of the project.

# The months of the library, and its newest photos.
# Sign in first (top right), or "viewer" is null.
query Timeline {
  viewer {
    email
    library {
      photosCount
      timeline {
        months {
          id
          year
          month
          photosCount
        }
      }
      photos(first: 5) {
        edges {
          cursor
          node {
            id
            fileName
            dateTaken
            thumbnail(width: 300) {
              url
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}

# The orders in progress, with the parcels and what is inside.
query Orders {
  viewer {
    orders(list: IN_PROGRESS, first: 5) {
      totalCount
      edges {
        node {
          code
          status
          expectedDelivery {
            from
            to
          }
          shipments {
            status
            trackingUrl
            lines {
              quantity
              line {
                title
              }
            }
          }
        }
      }
    }
  }
}

# What to go on with, and until when to order for the next season.
query Overview {
  viewer {
    projects(first: 10) {
      totalCount
      edges {
        node {
          title
          printableUntil
          nextStep
          product(locale: "en-GB") {
            title
          }
        }
      }
    }
    orderByDates(country: "NL") {
      title
      occasion
      orderBy
      isOpen
    }
  }
}

# The invoices of a business account, with links to the PDFs. Null for a private account.
query Invoices {
  viewer {
    isBusiness
    invoices(first: 10) {
      totalCount
      edges {
        node {
          number
          kind
          issuedOn
          state
          total {
            amount
            currency
          }
          order {
            code
          }
          pdf {
            url
          }
        }
      }
    }
  }
}

# The next page of a list: pass the endCursor of the last page as "after".
# In the Variables below, for example: { "after": "…" }
query Paging($after: String) {
  viewer {
    library {
      photos(first: 5, after: $after) {
        edges {
          node {
            id
            fileName
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}

# A mutation returns a union: the success, or what a customer can act on.
# Each failure implements UserError, also those that are added later.
# In the Variables: { "input": { "albumId": "…", "name": "Summer" } }
mutation RenameAlbum($input: RenameAlbumInput!) {
  renameAlbum(input: $input) {
    __typename
    ... on RenameAlbumSuccess {
      album {
        id
        name
      }
    }
    ... on AlbumIsShared {
      message
    }
    ... on UserError {
      code
      message
    }
  }
}

# Uploading: send the file by tus (https://tus.io) to the uploadUrl of the site, with the header
# "Authorization: Bearer <access token>" and the metadata "filename". The answer to the upload has
# an imageId. In the Variables: { "imageId": "…" }. The photo is null until it has been processed.
query UploadedPhoto($imageId: String = "") {
  site {
    uploadUrl
  }
  viewer {
    library {
      uploadedPhoto(imageId: $imageId) {
        id
        fileName
      }
    }
  }
}

# Live changes to the library: select this operation at the Play button, then upload a photo.
# Resuming: pass the cursor of the last event as "after". The missed events come first.
subscription LibraryEvents($after: String) {
  libraryEvents(after: $after) {
    cursor
    addedPhotoIds
    removedPhotoIds
    changedMonths {
      year
      month
    }
    changedAlbumIds
    removedAlbumIds
    endedUploads {
      uploadId
      photoId
      refusal
    }
    isTruncated
  }
}
`
