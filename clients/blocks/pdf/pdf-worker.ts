// What reads PDFs, in a thread of its own and served from here: nothing is fetched from elsewhere.
import "pdfjs-dist/build/pdf.worker.min.mjs";
