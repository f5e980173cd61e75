//! Checks the key of a provider of images or videos, and lists its models.

use std::time::Duration;

use kernel::Problem;
use serde_json::Value;

use super::caller::{MediaCall, MediaCaller};
use super::vendors::{self, ListForm, Vendor};
use crate::limits::MODELS_MAX_BYTES;
use crate::model_list::ListedModel;
use crate::{ModelError, Protocol, Target, Wire, problems};

/// Asks the vendor's probe, and returns the models of its answer, or those of its row.
pub(crate) async fn fetch_models(
    wire: &Wire,
    protocol: Protocol,
    target: &Target,
) -> Result<Vec<ListedModel>, Problem> {
    let vendor = vendors::of(protocol).ok_or(problems::PROTOCOL_UNKNOWN)?;
    let caller = MediaCaller { protocol, target: target.clone(), wire: wire.clone() };
    let answer = probe(&caller, vendor, wire.timing().models).await?;
    Ok(match vendor.lists {
        None => vendor.models.iter().map(|id| named(id)).collect(),
        Some(form) => listed(form, &answer).ok_or(problems::NOT_THIS_PROTOCOL)?,
    })
}

async fn probe(caller: &MediaCaller, vendor: &Vendor, longest: Duration) -> Result<Value, Problem> {
    let call = MediaCall::get(&vendor.probe).within(longest, MODELS_MAX_BYTES);
    let (status, sent) = caller.probe(call).await.map_err(|error| error.problem())?;
    match sent {
        Ok(answer) => {
            let json = answer.json().map_err(|_| problems::NOT_THIS_PROTOCOL)?;
            refused_in(&json).map_or(Ok(json), |error| Err(error.problem()))
        }
        Err(_) if vendor.probe_passes.contains(&status) => Ok(Value::Null),
        Err(_) if matches!(status, 404 | 405 | 300..=399) => {
            Err(problems::NOT_THIS_PROTOCOL.into())
        }
        Err(ModelError::Broken { .. }) => Err(problems::NOT_THIS_PROTOCOL.into()),
        Err(error) => Err(error.problem()),
    }
}

/// Returns the error of a key that an answer of success refuses, as MiniMax's do (codes 1004 and 2049).
fn refused_in(json: &Value) -> Option<ModelError> {
    let said = json.get("base_resp")?;
    let message = said["status_msg"].as_str().map(str::to_owned);
    matches!(said["status_code"].as_i64(), Some(1004 | 2049))
        .then_some(ModelError::Unauthorized { message })
}

fn named(id: &str) -> ListedModel {
    ListedModel { id: id.to_owned(), ..ListedModel::default() }
}

fn listed(form: ListForm, answer: &Value) -> Option<Vec<ListedModel>> {
    let items = answer.as_array()?.iter();
    Some(match form {
        ListForm::FileNames => items.filter_map(Value::as_str).map(named).collect(),
        ListForm::Checkpoints => items
            .filter_map(|item| {
                let title = item["title"].as_str()?;
                let name = item["model_name"].as_str().map(str::to_owned);
                Some(ListedModel { id: title.to_owned(), name, ..ListedModel::default() })
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_list_has_what_can_be_read_of_it() {
        let of = |form, json: Value| {
            let list = listed(form, &json)?;
            Some(list.into_iter().map(|model| (model.id, model.name)).collect::<Vec<_>>())
        };
        let files = of(ListForm::FileNames, json!(["a.safetensors", 7])).unwrap();
        assert_eq!(files, [("a.safetensors".to_owned(), None)]);
        let checkpoints = json!([{ "title": "a.ckpt [12]", "model_name": "a" }, { "hash": "1" }]);
        let checkpoints = of(ListForm::Checkpoints, checkpoints).unwrap();
        assert_eq!(checkpoints, [("a.ckpt [12]".to_owned(), Some("a".to_owned()))]);
        assert_eq!(of(ListForm::Checkpoints, json!({ "detail": "Not Found" })), None);
    }

    #[test]
    fn a_key_may_be_refused_in_an_answer_of_success() {
        let said = |code: i64| refused_in(&json!({ "base_resp": { "status_code": code } }));
        assert_eq!(said(1004), Some(ModelError::Unauthorized { message: None }));
        assert_eq!((said(0), refused_in(&json!([]))), (None, None));
    }
}
