import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { drawFirstField } from "../src/panel/first-field";

/** Runs before all other code of the panel's page. */
export default defineUnlistedScript(drawFirstField);
