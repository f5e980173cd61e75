//! A person's glossary for translations.

use area::Services;
use identity::SignedIn;
use kernel::{Fallible, Problem, Timestamp, Uuid, uuid_v7};
use store::Tx;

use crate::csv;
use crate::languages::Language;
use crate::problems::{CHANGED_ELSEWHERE, TERM_KNOWN, TERM_NOT_FOUND, TOO_MANY_TERMS};
use crate::rules::{TERMS_MAX, Term};
use crate::store::{
    StoredTerm, count_terms, delete_term, find_same, find_term, insert_term, list_terms,
    update_term,
};
use crate::wire::{GlossaryBody, ImportedBody, RefusedLine, TableBody, TermBody, TermToKeep};

/// Returns all terms of the caller's.
pub(crate) async fn list(services: &Services, caller: &SignedIn) -> Fallible<GlossaryBody> {
    let mut conn = services.db.read().await?;
    let terms = list_terms(&mut conn, caller.user_id).await?;
    Ok(GlossaryBody { items: terms.into_iter().map(term_body).collect() })
}

/// Creates a term.
pub(crate) async fn add(
    services: &Services,
    caller: &SignedIn,
    new: TermToKeep,
) -> Fallible<TermBody> {
    let now = services.clock.now();
    let term = parse_term(&new, uuid_v7(now), now, now)?;
    let mut tx = services.db.begin().await?;
    check_quota(&mut tx, caller).await?;
    if !insert_term(&mut tx, caller.user_id, &term).await? {
        return Err(TERM_KNOWN.into());
    }
    tx.commit().await?;
    Ok(term_body(term))
}

/// Changes a term of the caller's.
///
/// `expected`: when the client believes that it was last changed; anything else is [`CHANGED_ELSEWHERE`], and nothing is
/// changed.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    new: TermToKeep,
    expected: Option<Option<Timestamp>>,
) -> Fallible<TermBody> {
    let mut tx = services.db.begin().await?;
    // One change at a time, or two that expect the same would both be made.
    services.identity.lock_user(&mut tx, caller.user_id).await?;
    let before = find_term(&mut tx, caller.user_id, id).await?.ok_or(TERM_NOT_FOUND)?;
    if expected.is_some_and(|expected| expected != Some(before.updated_at)) {
        return Err(CHANGED_ELSEWHERE.into());
    }
    let term = parse_term(&new, id, before.created_at, services.clock.now())?;
    if find_same(&mut tx, caller.user_id, &term).await?.is_some_and(|same| same != id) {
        return Err(TERM_KNOWN.into());
    }
    update_term(&mut tx, caller.user_id, &term).await?;
    tx.commit().await?;
    Ok(term_body(term))
}

/// Deletes a term of the caller's.
pub(crate) async fn remove(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !delete_term(&mut tx, caller.user_id, id).await? {
        return Err(TERM_NOT_FOUND.into());
    }
    Ok(tx.commit().await?)
}

/// Returns the caller's terms as a table.
pub(crate) async fn export(services: &Services, caller: &SignedIn) -> Fallible<TableBody> {
    let mut conn = services.db.read().await?;
    Ok(TableBody { csv: csv::write(&list_terms(&mut conn, caller.user_id).await?) })
}

/// Imports the terms of a table; a term for an existing word changes it. All or nothing.
pub(crate) async fn import(
    services: &Services,
    caller: &SignedIn,
    table: &TableBody,
) -> Fallible<ImportedBody> {
    let lines = csv::read(&table.csv)?;
    let now = services.clock.now();
    let mut result = ImportedBody::default();
    let mut tx = services.db.begin().await?;
    for line in lines {
        let new = TermToKeep {
            original: line.original,
            translation: line.translation,
            source_language: Some(line.source_language),
            target_language: line.target_language,
        };
        match parse_term(&new, uuid_v7(now), now, now) {
            Ok(term) => import_term(&mut tx, caller, term, &mut result).await?,
            Err(problem) => {
                let code = problem.kind.code.to_owned();
                result.refused.push(RefusedLine { line: line.number, code });
            }
        }
    }
    if count_terms(&mut tx, caller.user_id).await? > TERMS_MAX {
        return Err(TOO_MANY_TERMS.with("max", TERMS_MAX).into());
    }
    tx.commit().await?;
    Ok(result)
}

async fn import_term(
    tx: &mut Tx,
    caller: &SignedIn,
    term: StoredTerm,
    result: &mut ImportedBody,
) -> Fallible<()> {
    let Some(id) = find_same(tx, caller.user_id, &term).await? else {
        insert_term(tx, caller.user_id, &term).await?;
        result.added += 1;
        return Ok(());
    };
    let before = find_term(tx, caller.user_id, id).await?.ok_or(TERM_NOT_FOUND)?;
    if before.translation == term.translation {
        result.unchanged += 1;
        return Ok(());
    }
    let changed = StoredTerm { id, created_at: before.created_at, ..term };
    update_term(tx, caller.user_id, &changed).await?;
    result.changed += 1;
    Ok(())
}

async fn check_quota(tx: &mut Tx, caller: &SignedIn) -> Fallible<()> {
    if count_terms(tx, caller.user_id).await? >= TERMS_MAX {
        return Err(TOO_MANY_TERMS.with("max", TERMS_MAX).into());
    }
    Ok(())
}

fn parse_term(
    new: &TermToKeep,
    id: Uuid,
    created_at: Timestamp,
    updated_at: Timestamp,
) -> Result<StoredTerm, Problem> {
    let Term { original, translation } = Term::parse(&new.original, &new.translation)?;
    let source = Language::parse_open(new.source_language.as_deref())?;
    let target = Language::parse(new.target_language.trim())?;
    Ok(StoredTerm {
        id,
        original,
        translation,
        source_language: source.map_or("", |language| language.tag).to_owned(),
        target_language: target.tag.to_owned(),
        created_at,
        updated_at,
    })
}

fn term_body(term: StoredTerm) -> TermBody {
    let StoredTerm { id, original, translation, source_language, target_language, .. } = term;
    let (created_at, updated_at) = (term.created_at, term.updated_at);
    let source_language = (!source_language.is_empty()).then_some(source_language);
    TermBody { id, original, translation, source_language, target_language, created_at, updated_at }
}
