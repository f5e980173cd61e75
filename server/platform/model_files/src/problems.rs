use kernel::problems;

problems! {
    PROGRAM_MISSING: "model_files.program_missing", 503,
        "The program that runs model files isn't installed on this computer.", "ours";
    FILE_MISSING: "model_files.file_missing", 404,
        "This model file no longer exists.", "ours";
    NAME_INVALID: "model_files.name_invalid", 422,
        "Model file names must end in .gguf and can't contain slashes or special characters.", "ours";
    NOT_A_MODEL: "model_files.not_a_model", 422,
        "This isn't a readable model file (GGUF).", "ours";
    INCOMPLETE: "model_files.incomplete", 422,
        "This model file is incomplete. Did the copy finish?", "ours";
    NOT_FOR_CHAT: "model_files.not_for_chat", 422,
        "This file doesn't contain a chat model.", "ours";
    TOO_LARGE: "model_files.too_large", 503,
        "This computer doesn't have enough free memory for this model.", "ours";
    DID_NOT_START: "model_files.did_not_start", 502,
        "Couldn't load the model.", "ours";
    START_TIMED_OUT: "model_files.start_timed_out", 504,
        "The model took too long to load.", "ours";
    STOPPED: "model_files.stopped", 502,
        "The program that runs the model stopped.", "ours";
    BUSY: "model_files.busy", 503,
        "Other models are in use on this computer. Try again later.", "ours";
    EXISTS: "model_files.exists", 409,
        "A model file with this name already exists.", "ours";
    WRONG_OFFSET: "model_files.wrong_offset", 409,
        "This chunk doesn't continue the file.", "ours";
    WRONG_SIZE: "model_files.wrong_size", 422,
        "The uploaded chunks don't match the declared size.", "ours";
    NO_SPACE: "model_files.no_space", 507,
        "There isn't enough disk space for this file.", "ours";
    NO_FOLDER: "model_files.no_folder", 503,
        "Can't use the model files folder.", "ours";
}
