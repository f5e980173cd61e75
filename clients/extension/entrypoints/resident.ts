import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { startResident } from "../src/page-features/resident";
import { RESIDENT_FEATURES } from "../src/page-features/resident-features";

/** In pages where the person allowed it: it listens, and asks for the interface when something is wanted of it. */
export default defineUnlistedScript(() => startResident(RESIDENT_FEATURES));
