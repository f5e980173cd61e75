//! Storage of tools' media: as files of the answer, for the person and for models with vision.

use conversations::PartKind;
use files::{NewUpload, Upload, check_size, sanitise_name};
use generation::{ToolOutput, ToolScope};
use kernel::{Failure, Fallible, FileId};
use providers::ModelImage;

use crate::content::{Media, Output};
use crate::servers::Tools;

impl Tools {
    /// Stores the files of an output. A file that cannot be stored is mentioned in the text; the others are not
    /// affected.
    pub async fn keep_media(
        &self,
        scope: &ToolScope,
        output: Output,
        model_sees: bool,
    ) -> ToolOutput {
        let mut given = ToolOutput { text: output.text, ..ToolOutput::default() };
        if output.media.is_empty() {
            return given;
        }
        let mut has_pictures = false;
        for media in output.media {
            match self.keep(scope, &media).await {
                Ok(upload) => {
                    given.parts.push(part_of(upload));
                    has_pictures |= media.is_image();
                    if media.is_image() && model_sees {
                        let media_type = media.media_type.to_owned();
                        given.images.push(ModelImage { media_type, data: media.data });
                    }
                }
                Err(Failure::Problem(problem)) => {
                    given.text.push_str(&format!("\n\n[{}: {}]", media.name, problem.kind.text));
                }
                Err(fault) => {
                    tracing::error!(%fault, "a file of a tool could not be kept");
                    given.text.push_str(&format!("\n\n[{}: it could not be kept]", media.name));
                }
            }
        }
        if !given.parts.is_empty() {
            given.text.push_str(SHOWN);
        }
        if has_pictures && !model_sees {
            given.text.push_str(UNSEEN);
        }
        given
    }

    async fn keep(&self, scope: &ToolScope, media: &Media) -> Fallible<Upload> {
        let size_bytes = media.data.len() as i64;
        check_size(size_bytes, media.is_image())?;
        let now = self.clock.now();
        let new = NewUpload {
            id: FileId::new(now),
            user_id: scope.user_id,
            workspace_id: scope.workspace_id,
            name: sanitise_name(&media.name),
            media_type: media.media_type.to_owned(),
            size_bytes,
            sha256: None,
        };
        self.files
            .store_generated_file(&self.db, &new, media.data.clone(), scope.message_id, now)
            .await
    }
}

const SHOWN: &str = "\n\n[The person sees these files beside this call.]";
const UNSEEN: &str = " [You cannot see pictures.]";

fn part_of(upload: Upload) -> PartKind {
    let Upload { id: file_id, name, media_type, size_bytes, .. } = upload;
    PartKind::File { file_id, name, media_type, size_bytes }
}
