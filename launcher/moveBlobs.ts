/** `npm run move-blobs`: the command is among the services, because images of the product have no launcher. */
import '../services/moveBlobs.ts'
