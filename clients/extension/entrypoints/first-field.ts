import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { drawFirstField } from "../src/panel/first-field";

/** Run while the panel's page is read, before any other code of it. */
export default defineUnlistedScript(drawFirstField);
