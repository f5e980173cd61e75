// PDF parser in its own thread, served from here; nothing is loaded from elsewhere.
import "pdfjs-dist/build/pdf.worker.min.mjs";
