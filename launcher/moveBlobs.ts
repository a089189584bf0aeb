/**
 * `npm run move-blobs`: the command is in the folder `services`, because images of the product do not contain the
 * launcher.
 */
import '../services/moveBlobs.ts'
