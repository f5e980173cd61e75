use kernel::problems;

problems! {
    PROGRAM_MISSING: "model_files.program_missing", 503,
        "The program that runs model files is not installed on this computer.", "ours";
    FILE_MISSING: "model_files.file_missing", 404,
        "This model file is no longer there.", "ours";
    NAME_INVALID: "model_files.name_invalid", 422,
        "A model file's name ends in .gguf and has no slash or unusual character in it.", "ours";
    NOT_A_MODEL: "model_files.not_a_model", 422,
        "This is not a model file (GGUF) that can be read.", "ours";
    INCOMPLETE: "model_files.incomplete", 422,
        "This model file is not complete. Was it copied to its end?", "ours";
    NOT_FOR_CHAT: "model_files.not_for_chat", 422,
        "This file holds no model to chat with.", "ours";
    TOO_LARGE: "model_files.too_large", 503,
        "This model needs more memory than is free on this computer.", "ours";
    DID_NOT_START: "model_files.did_not_start", 502,
        "The model could not be loaded.", "ours";
    START_TIMED_OUT: "model_files.start_timed_out", 504,
        "The model took too long to load.", "ours";
    STOPPED: "model_files.stopped", 502,
        "The program that runs the model has stopped.", "ours";
    BUSY: "model_files.busy", 503,
        "Other models are in use on this computer. Try again later.", "ours";
    EXISTS: "model_files.exists", 409,
        "A model file of this name is there already.", "ours";
    WRONG_OFFSET: "model_files.wrong_offset", 409,
        "This piece does not continue the file.", "ours";
    WRONG_SIZE: "model_files.wrong_size", 422,
        "These pieces are more or larger than was said.", "ours";
    NO_SPACE: "model_files.no_space", 507,
        "There is not enough space for this file on this computer.", "ours";
    NO_FOLDER: "model_files.no_folder", 503,
        "The folder of model files cannot be used.", "ours";
}
