//! One file per wire protocol: the format of requests and answers.

mod fal;
mod inputs;
mod kling;
mod luma;
mod minimax;
mod openai;
mod replicate;
mod runway;
mod veo;

use std::sync::Arc;

use media_calls::Provider;
use providers::{MediaConnection, Protocol};
use web_access::WebAccess;

use crate::VideoModel;

/// Returns the video models of a connection; `None` where its protocol has none.
pub(crate) fn adapter(
    connection: &MediaConnection,
    web: &WebAccess,
) -> Option<Arc<dyn VideoModel>> {
    let provider = Provider::new(connection.caller.clone(), web.clone());
    Some(match connection.protocol {
        Protocol::Openai | Protocol::OpenaiCompatible => Arc::new(openai::OpenAi { provider }),
        Protocol::Gemini => Arc::new(veo::Veo { provider }),
        Protocol::Runway => Arc::new(runway::Runway { provider }),
        Protocol::Kling => Arc::new(kling::Kling { provider }),
        Protocol::Luma => Arc::new(luma::Luma { provider }),
        Protocol::Minimax => Arc::new(minimax::Minimax { provider }),
        Protocol::Replicate => Arc::new(replicate::Replicate { provider }),
        Protocol::Fal => Arc::new(fal::Fal { provider }),
        _ => return None,
    })
}
