import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { startResident } from "../src/page-features/resident";
import { RESIDENT_FEATURES } from "../src/page-features/resident-features";

/** Resident script of allowed pages: it listens, and requests the interface on first use. */
export default defineUnlistedScript(() => startResident(RESIDENT_FEATURES));
